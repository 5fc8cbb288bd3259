"""Changed trees of a text: what is left of it is copied, the rest is generated around it."""

import gast
import pytest

from autograph.syntax.positions import at
from autograph.syntax.printer import print_tree
from autograph.syntax.quoting import quote, quote_expression
from autograph.syntax.recursion import deep_recursion
from autograph.syntax.source import Source

from .helpers import Rewriting


def dedent(text):
    lines = text.strip("\n").split("\n")
    indent = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    return "\n".join(line[indent:] if line[:indent].isspace() else line for line in lines).rstrip()


def converted(text):
    """The text after the stand-in for the passes."""
    source = Source.parse(dedent(text) + "\n", "f.py")
    return print_tree(Rewriting("ag").visit(source.tree), source)


def check(text, expected):
    assert converted(text) == dedent(expected)


def changed(text, change):
    """The text after a change to the body of its tree."""
    source = Source.parse(dedent(text) + "\n", "f.py")
    tree = source.tree
    change(tree.body)
    return print_tree(tree, source)


def test_what_is_unchanged_is_copied_to_the_letter():
    text = '''
        #!/usr/bin/env python
        # A file.

        import  os,sys   # two

        @deco (1)
        # between
        def f( a,b = 0x_FF ,
               *c):  # header
            """Doc
              string."""
            # first
            x = [ 1,2,   # one, two
                3 ]

            if a : b = "q"; c = 'r'  # both
            return ( x+
                1 )  # done
            # tail


        class A( B ): pass


        # The end.
    '''
    source = Source.parse(dedent(text) + "\n", "f.py")
    assert print_tree(source.tree, source) == dedent(text)


def test_quotes_and_numbers_in_changed_statements_are_kept():
    check("""x = f("a", 'b', 0xFF, 1_000, r"\\d")""", """x = ag.call(f)("a", 'b', 0xFF, 1_000, r"\\d")""")


def test_wrapping_and_comments_inside_changed_statements_are_kept():
    check(
        """
        x = g(a,  # first
              b,
              # second
              c)  # end
        """,
        """
        x = ag.call(g)(a,  # first
              b,
              # second
              c)  # end
        """,
    )


def test_a_changed_operand_stays_in_its_parentheses():
    check("x = (f(a) + b) * ( c )", "x = (ag.call(f)(a) + b) * ( c )")


def test_a_generator_expression_alone_in_a_call():
    check("x = f(g(y) for y in z)", "x = ag.call(f)(ag.call(g)(y) for y in z)")


def test_comments_go_with_rewritten_headers():
    check(
        """
        # about the test
        if x > 0:  # positive
            # inside
            y = 1  # one
        # otherwise
        else:  # or not
            y = 2
        # after
        z = 3
        """,
        """
        # about the test
        for then in ag.if_(x > 0, ('x',)):  # positive
            if then:
                # inside
                y = 1  # one
            else:
                # otherwise
                # or not
                y = 2
        # after
        z = 3
        """,
    )


def test_the_comment_of_a_header_goes_to_the_loop_and_those_above_before_what_is_added():
    check(
        """
        x = 1

        # as long as it goes
        while x:  # loop
            x -= 1
        """,
        """
        x = 1

        # as long as it goes
        loop = ag.while_(('x',))
        while loop.turn(x):  # loop
            x -= 1
        """,
    )


def test_comments_at_the_end_of_blocks_stay_there():
    check(
        """
        if x:
            if y:
                a
                # end of inner

            # end of outer
        b
        """,
        """
        for then in ag.if_(x, ('x',)):
            if then:
                for then in ag.if_(y, ('x',)):
                    if then:
                        a
                        # end of inner

                # end of outer
        b
        """,
    )


def test_elif_chains():
    check(
        """
        if a:
            x
        # second
        elif b:  # b
            y
        else:
            z
        """,
        """
        for then in ag.if_(a, ('x',)):
            if then:
                x
            else:
                # second
                for then in ag.if_(b, ('x',)):  # b
                    if then:
                        y
                    else:
                        z
        """,
    )


def test_comments_inside_a_header_that_cannot_be_copied_go_above_it():
    check(
        """
        x = (a if b  # why
             else c)
        """,
        """
        # why
        x = (ag.if_exp(b, lambda: a, lambda: c))
        """,
    )


def test_conditions_over_lines_stay_over_lines():
    check(
        """
        if (a and  # one
                b):
            pass
        """,
        """
        for then in ag.if_(a and  # one
                b, ('x',)):
            if then:
                pass
        """,
    )


def test_what_goes_over_lines_gets_parentheses_where_it_needs_them():
    text = changed(
        "x = [a +\n     b]",
        lambda body: setattr(body[0], "value", body[0].value.elts[0]),
    )
    assert text == "x = (a +\n     b)"


def test_moved_lines_move_with_their_statement_and_strings_do_not():
    check(
        '''
        if a:
            x = f(1,
                  """text
            of a string""",
          outdented)
        ''',
        '''
        for then in ag.if_(a, ('x',)):
            if then:
                x = ag.call(f)(1,
                      """text
            of a string""",
              outdented)
        ''',
    )


def test_backslashes():
    check(
        """
        if a or \\
                b:
            x = 1 + \\
                f(2)
        """,
        """
        for then in ag.if_(a or \\
                b, ('x',)):
            if then:
                x = 1 + \\
                    ag.call(f)(2)
        """,
    )


def test_statements_on_one_line():
    check(
        "if a: f(x); y = 1  # both",
        "for then in ag.if_(a, ('x',)):\n    if then:\n        ag.call(f)(x)\n        y = 1  # both",
    )


def test_generated_blocks_are_indented_as_the_text_is():
    assert converted("def f():\n  if a:\n    return 1") == (
        "def f():\n  for then in ag.if_(a, ('x',)):\n    if then:\n      return 1"
    )
    assert "\n\t\tif then:\n\t\t\treturn 1" in converted("def f():\n\tif a:\n\t\treturn 1")


def test_try_keeps_its_comments():
    check(
        """
        try:  # t
            f()
            # tail
        except A as e:  # a
            pass
        # before b
        except (B,
                C):
            g()
        finally:  # last
            h()
        """,
        """
        try:  # t
            ag.call(f)()
            # tail
        except A as e:  # a
            pass
        # before b
        except (B,
                C):
            ag.call(g)()
        finally:
            # last
            ag.call(h)()
        """,
    )


def test_match_keeps_its_patterns():
    check(
        """
        match f(x):
            case [ 1, *_ ] | {"k" : v}:  # c
                g()
            # next
            case _: pass
        """,
        """
        match ag.call(f)(x):
            case [ 1, *_ ] | {"k" : v}:
                # c
                ag.call(g)()
            case _:
                # next
                pass
        """,
    )


def test_flags_set_at_the_top_leave_comments_where_they_were():
    def flag(body):
        body[:0] = at(quote("did_return = False"), body[2])

    assert changed("# first\nx = 1\n# second\ny = 2\n# third\nz = 3  # end", flag) == (
        "did_return = False\n# first\nx = 1\n# second\ny = 2\n# third\nz = 3  # end"
    )


def test_comments_of_dropped_statements_go_to_the_next_one():
    text = changed("# a\nx = 1  # b\n\n# c\ny = 2\n", lambda body: body.pop(0))
    assert text == "# a\n# b\n\n# c\ny = 2"


def test_comments_of_a_dropped_last_statement_stay():
    assert changed("x = 1\n# a\ny = 2  # b\n", lambda body: body.pop()) == "x = 1\n# a\n# b"


def test_a_tuple_keeps_its_parentheses_where_it_is_copied_to():
    def into_call(body):
        body[0].value = at(quote_expression("f(v, w)", v=body[0].value, w=body[1].value), body[0].value)

    assert changed("x = 1, 2\n(3, 4)", into_call).startswith("x = f((1, 2), (3, 4))")
    assert changed("x = (1,), 2\n()", into_call).startswith("x = f(((1,), 2), ())")


def test_nodes_generated_at_the_position_of_others_are_not_taken_for_them():
    def one(body):
        body[0].value = at(quote_expression("g((y, z))"), body[0].value)

    assert changed("x = f(a for a in b)", one) == "x = g((y, z))"


@pytest.mark.parametrize(
    ("text", "part", "expected"),
    [
        ("(1,) * 2", "a + b", "(a + b) * 2"),
        ("(1) * 2", "a + b", "(a + b) * 2"),
        ("x.y", "1", "(1).y"),
        ("f(a for a in b).y", "-a", "(-a).y"),
        ("a ** b", "-a", "(-a) ** b"),
        ("not (a)", "b", "not (a)"),
    ],
)
def test_replaced_operands_get_the_parentheses_they_need(text, part, expected):
    def replace(body):
        node = body[0].value
        field = "left" if isinstance(node, gast.BinOp) else "value"
        if hasattr(node, field):
            setattr(node, field, at(quote_expression(part), getattr(node, field)))

    assert changed(text, replace).replace("((", "(").replace("))", ")") == expected


def test_a_function_prints_with_the_comments_right_above_and_at_its_end():
    source = Source.parse("x = 1\n\n# not this\n\n# about f\ndef f():\n    return 1\n    # end\n# not this\n", "f.py")
    part = next(source.functions())
    assert print_tree(part.tree, part) == "# about f\ndef f():\n    return 1\n    # end"


def test_a_method_prints_at_the_left_margin():
    source = Source.parse(
        "class A:\n    @b\n    def f(self):\n        '''x\n        y'''\n        return (1,\n          2)\n", "f.py"
    )
    part = next(source.functions())
    assert print_tree(part.tree, part) == "@b\ndef f(self):\n    '''x\n        y'''\n    return (1,\n      2)"


def test_a_lambda_prints_alone():
    source = Source.parse("x = f(lambda a,\n      b: (a,  # c\n  b))\n", "f.py")
    part = next(source.functions())
    assert print_tree(part.tree, part) == "(lambda a,\n      b: (a,  # c\n  b))"


def test_a_file_of_comments_alone():
    source = Source.parse("# only\n\n# these\n", "f.py")
    assert print_tree(source.tree, source) == "# only\n\n# these"


def test_characters_beyond_ascii_do_not_shift_what_is_copied():
    check("x = 'é', f('ñ', ü), '漢'  # ß", "x = 'é', ag.call(f)('ñ', ü), '漢'  # ß")


def test_deep_trees_are_copied():
    text = "x = f() + " + " + ".join(["a"] * 500)
    source = Source.parse(text, "f.py")
    with deep_recursion(600):
        tree = Rewriting("ag").visit(source.tree)
    assert print_tree(tree, source) == text.replace("f()", "ag.call(f)()")


def test_long_generated_lines_are_broken_at_their_calls():
    name = "a_rather_long_name_for_a_variable"
    check(
        f"""
        if {name} < {name} + {name}(1, 2):  # long
            x
        y = {name} if {name}({name}) else b
        """,
        f"""
        for then in ag.if_(
            {name} < {name} + ag.call({name})(1, 2),
            ('x',),
        ):  # long
            if then:
                x
        y = ag.if_exp(
            ag.call({name})({name}),
            lambda: {name},
            lambda: b,
        )
        """,
    )


def test_comments_copied_with_a_part_of_a_header_are_not_shown_twice():
    def split(body):
        loop = body[0]
        before = at(quote("did_break = False\nloop = ag.for_(xs)", xs=loop.iter), loop.iter)
        loop.iter = at(quote_expression("loop"), loop.iter)
        body[:0] = before

    assert changed("for x in (a,  # one\n          b):  # two\n    pass", split) == (
        "did_break = False\nloop = ag.for_((a,  # one\n          b))\nfor x in loop:  # two\n    pass"
    )


def test_comments_inside_an_arm_that_is_not_copied_are_kept():
    check(
        """
        if not x:
            pass
        elif x:
            y = [a if b else  # why
                 c]
        """,
        """
        for then in ag.if_(not x, ('x',)):
            if then:
                pass
            else:
                for then in ag.if_(x, ('x',)):
                    if then:
                        # why
                        y = [ag.if_exp(b, lambda: a, lambda: c)]
        """,
    )


def test_a_class_prints_with_the_comments_right_above():
    source = Source.parse(
        "def f(): pass\n# not this\n\n# about A\nclass A:\n    x = 1  # x\n    # end\n# not this\n", "f.py"
    )
    part = source.part(source.document.definitions[1])
    assert print_tree(part.tree, part) == "# about A\nclass A:\n    x = 1  # x\n    # end"
