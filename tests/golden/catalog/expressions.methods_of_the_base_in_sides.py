import autograph as ag


@case((5,), (1,))
def methods_of_the_base_in_sides(n):
    class Base:
        def scaled(self, x):
            return x * 2

    class Derived(Base):
        def scaled(self, x):
            return ag.if_exp(
                ag.given(x > 2) and ag.then([ag.on(super()).scaled(x)])
                or [ag.on(super()).scaled(x) + 1],
            )

    return ag.on(ag.call(Derived)()).scaled(n)
