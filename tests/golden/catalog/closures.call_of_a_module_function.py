import autograph as ag


@case((5,), (-5,), (50,))
def call_of_a_module_function(x):
    return ag.call(clip)(x, 0, 10) + ag.call(clip)(x, -3, 3)
