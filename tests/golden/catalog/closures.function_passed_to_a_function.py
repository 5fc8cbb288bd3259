import autograph as ag


@case((3,), (-3,))
def function_passed_to_a_function(x):
    def apply(f, v):
        return ag.call(f)(v)

    def step(v):
        for then in ag.if_(v > 0, ('return_value',)):
            if then:
                return_value = v - 1
            else:
                return_value = v + 1
        return return_value

    return ag.call(apply)(step, x)
