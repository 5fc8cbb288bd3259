"""The page with a picture of a graph: what is in it, and what a person can do with it in a real browser."""

import re
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser

import pytest

import runtime as rt
from runtime.drawing import to_html, write_html
from runtime.drawing.outline import Node, Outline
from runtime.drawing.page import _picture
from tests.runtime.drawing import browser
from tests.runtime.drawing.example import example_graph
from tests.runtime.helpers import new_graph

WHY_NOT = browser.missing()


class References(HTMLParser):
    """Collects what a page loads from elsewhere."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attrs):
        self.found += [value for name, value in attrs if name in ("src", "href", "xlink:href", "data")]


def test_the_page_needs_nothing_else():
    page = to_html(example_graph())
    references = References()
    references.feed(page)
    assert references.found == []
    assert "url(" not in page
    assert "@import" not in page
    assert "http" not in page.replace("http-equiv", "")


def test_every_operation_and_function_is_in_the_page():
    graph = example_graph()
    page = to_html(graph, "My graph")
    assert "<title>My graph</title>" in page
    assert all(f'data-name="{op.name}"' in page for op in graph.get_operations())
    assert re.findall(r'<svg data-graph="([^"]*)"', page)[0] == "graph"
    assert len(re.findall(r'<svg data-graph="[^"]*"', page)) == 5  # the graph, two of the loop, two of the condition


def test_names_are_escaped():
    outline = Outline("<b>", [Node('a<"&', "<i>", ["x<y"], "</script>", "<!--", ["f<"])], [])
    picture = _picture(outline, 0)
    assert ElementTree.fromstring(picture).attrib["data-graph"] == "<b>"
    with new_graph() as graph:
        rt.constant("</script><b>", name="c")
    assert "</script><b>" not in to_html(graph)


def test_an_empty_graph_has_a_page():
    assert 'data-graph="graph"' in to_html(rt.Graph())


def test_pages_are_the_same_each_time():
    graph = example_graph()
    assert to_html(graph) == graph.to_html()


@pytest.mark.skipif(WHY_NOT is not None, reason=WHY_NOT or "there is a browser")
def test_a_person_can_read_zoom_search_and_unfold(tmp_path):
    path = tmp_path / "graph.html"
    write_html(example_graph(), path)
    with browser.Browser() as page:
        page.open(path.as_uri())
        scale = lambda: page.run("return document.getElementById('scale').textContent")  # noqa: E731
        place = lambda: page.run("return document.querySelector('svg .view').getAttribute('transform')")
        shown = lambda: page.run("return document.querySelector('svg:not([hidden])').dataset.graph")

        # A click on a node shows its details, with the user's line.
        page.click('svg:not([hidden]) .node[data-name="product"] .name')
        details = page.run("return document.querySelector('aside').innerText")
        assert "MatMul" in details
        assert "example.py:" in details
        assert 'name="product"' in details
        assert page.run("return document.querySelectorAll('.selected').length") == 1

        # The buttons and the wheel zoom, the mouse moves the picture, and `fit` shows all again.
        page.click("#fit")
        before, where = scale(), place()
        page.click("#in")
        assert int(scale()[:-1]) > int(before[:-1])
        page.click("#out")
        page.wheel("svg:not([hidden])", -400)
        assert int(scale()[:-1]) > int(before[:-1])
        moved = place()
        page.drag("header + main svg:not([hidden])", 40, 30)
        assert place() != moved
        page.click("#fit")
        assert (scale(), place()) == (before, where)

        # The loop is folded; its name opens it, and the trail above leads back.
        assert shown() == "graph"
        page.click('svg:not([hidden]) .opens[data-opens*="body"]')
        assert "body" in shown()
        assert page.run("return document.querySelectorAll('nav button').length") == 2
        page.click("svg:not([hidden]) .opens")
        assert page.run("return document.querySelectorAll('nav button').length") == 3
        page.click("nav button")
        assert shown() == "graph"

        # A search selects a node and brings it to the middle.
        page.type("#find", "the_end\ue007")
        assert page.run("return document.querySelector('.selected').dataset.name") == "the_end"
        assert page.errors() == []
        assert page.screenshot().startswith(b"\x89PNG")
