"""What ops do at their edges: as TensorFlow 2.21 answers there, with the same inputs.

`ANSWERS` holds (type of op, inputs, attributes, outputs). `REFUSED` holds what must raise, by the class of error.
"""

import numpy as np

INF, NAN = float("inf"), float("nan")


def f(*values):
    return np.array(values, np.float32)


def i(*values):
    return np.array(values, np.int32)


def n(value):
    return np.array(value, np.int32)


def s(*values):
    return np.array(values, object)


def one(value):
    return np.array(value, object)


CSV = {"field_delim": ",", "use_quote_delim": True, "na_value": "", "select_cols": ()}
SHAPE = np.array([2, 2])
SPARSE = [np.array([[0, 1], [1, 0]]), f(1, 2), SHAPE]
TO_FLOAT, TO_INT = {"out_type": "float32"}, {"out_type": "int32"}
BYTES, EVERY = {"unit": "BYTE"}, {"replace_global": True}

ANSWERS = [
    ("LeakyRelu", [f(INF, -INF, 1, -1)], {"alpha": 0.0}, [f(INF, NAN, 1, 0)]),
    ("LeakyRelu", [f(INF, -INF, 1, -1)], {"alpha": 2.0}, [f(INF, -INF, 1, -2)]),
    ("Unique", [f(NAN, 1, NAN, 1)], {"out_idx": "int32"}, [f(NAN, 1, NAN), i(0, 1, 2, 1)]),
    (
        "UniqueV2", [np.array([[NAN, 1], [0, 1], [NAN, 1], [0, 1]], np.float32), np.array([0])], {"out_idx": "int32"},
        [np.array([[NAN, 1], [0, 1], [NAN, 1]], np.float32), i(0, 1, 2, 1)],
    ),
    ("Substr", [s(b"hello"), i(1), i(-1)], BYTES, [s(b"ello")]),
    ("Substr", [s("h\u00e9llo".encode()), i(1), i(-1)], {"unit": "UTF8_CHAR"}, [s(b"")]),
    ("Substr", [s(b"hello"), i(-3), i(2)], BYTES, [s(b"ll")]),
    (
        "SparseAdd", [*SPARSE, np.array([[0, 1], [1, 1]]), f(3, NAN), SHAPE, np.float32(3)], {},
        [np.array([[0, 1], [1, 0], [1, 1]]), f(4, 2, NAN), SHAPE],
    ),
    (
        "SparseAdd", [*SPARSE, np.array([[0, 1], [1, 1]]), f(1, 1), SHAPE, np.float32(3)], {},
        [np.array([[1, 0], [1, 1]]), f(2, 1), SHAPE],
    ),
    ("SparseReduceSum", [*SPARSE, i()], {}, [np.array([[0, 1], [2, 0]], np.float32)]),
    ("SparseReduceSum", [*SPARSE, i(-1)], {}, [f(1, 2)]),
    ("MatrixDiagPartV3", [np.eye(2, 3, dtype=np.float32), n(0), np.float32(9)], {}, [f(1, 1)]),
    ("Substr", [s(b"hello"), i(5), i(2)], BYTES, [s(b"")]),
    (
        "StringSplitV2", [s(b"a b  c ", b" x"), one(b"")], {"maxsplit": 1},
        [np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), s(b"a", b"b  c ", b"x", b""), np.array([2, 2])],
    ),
    (
        "StringSplitV2", [s(b"a b", b" x"), one(b"")], {"maxsplit": 0},
        [np.array([[0, 0], [1, 0]]), s(b"a b", b" x"), np.array([2, 1])],
    ),
    (
        "StringSplitV2", [s(b"a,b,,c,"), one(b",")], {"maxsplit": 1},
        [np.array([[0, 0], [0, 1]]), s(b"a", b"b,,c,"), np.array([1, 2])],
    ),
    ("StringToNumber", [s(b" 12 ", b"+5", b"-0")], TO_INT, [i(12, 5, 0)]),
    ("StringToNumber", [s(b" 1.5 ", b"-Infinity", b"0x1p3", b".5")], TO_FLOAT, [f(1.5, -INF, 8, 0.5)]),
    ("DecodeBase64", [s(b"aGk", b"aGk=", b"a-_b")], {}, [s(b"hi", b"hi", b"k\xef\xdb")]),
    (
        "DecodeCSV", [s(b'"a""b"', b'"x\ny"', b"\n\xff"), s(b"")], {**CSV, "OUT_TYPE": ["string"]},
        [s(b'a"b', b"x\ny", b"\xff")],
    ),
    ("DecodeCSV", [s(b" 5"), i(7)], {**CSV, "OUT_TYPE": ["int32"]}, [i(5)]),
    ("DecodeCSV", [s(b",", b"1,"), i(7), i(8)], {**CSV, "OUT_TYPE": ["int32"] * 2}, [i(7, 1), i(8, 8)]),
    ("DecodeCSV", [s(b'a,"b"x'), s(b"")], {**CSV, "select_cols": (0,), "OUT_TYPE": ["string"]}, [s(b"a")]),
    ("RegexReplace", [s(b"abc"), one(b"b*"), one(b"-")], EVERY, [s(b"-a-c-")]),
    ("RegexReplace", [s(b"a"), one(b"a*?"), one(b"-")], EVERY, [s(b"-a-")]),
    ("RegexReplace", [s(b"a\n"), one(b"a$"), one(b"-")], EVERY, [s(b"a\n")]),
    ("RegexReplace", [s(b"a\n"), one(b"(?m)a$"), one(b"-")], EVERY, [s(b"-\n")]),
    ("RegexReplace", [s(b"abcabc"), one(b"(b)(c)"), one(rb"<\2\1\0>")], {"replace_global": False}, [s(b"a<cbbc>abc")]),
    ("RegexReplace", [s("é\xff".encode("latin-1")), one(b"."), one(rb"\\")], EVERY, [s(b"\xe9\xff")]),
    ("RegexReplace", [s(b"abc"), one(b"b"), one(rb"\\1")], EVERY, [s(rb"a\1c")]),
    ("RegexReplace", [s(b"x{,2}a++"), one(rb"x{,2}|\Q++\E"), one(b"-")], EVERY, [s(b"-a-")]),
    ("RegexFullMatch", [s("é".encode(), b"ab", b"\n"), one(b".")], {}, [np.array([True, False, False])]),
    ("RegexFullMatch", [s(b"ab", b"a1"), one(b"[[:alpha:]]+")], {}, [np.array([True, False])]),
    ("RegexFullMatch", [s(b"&", b"a"), one(b"[a&&b]")], {}, [np.array([True, True])]),
    ("RegexFullMatch", [s(b"a"), one(rb"a\z")], {}, [np.array([True])]),
]  # fmt: skip

REFUSED = [
    ("LinSpace", [np.float32(0), np.float32(1), n(0)], {}, "InvalidArgumentError"),
    (
        "BatchToSpaceND", [np.zeros([4, 1, 1, 1], np.float32), i(2, 2), np.array([[3, 0], [0, 0]], np.int32)], {},
        "InvalidArgumentError",
    ),
    (
        "BatchToSpaceND", [np.zeros([4, 1, 1, 1], np.float32), i(2, 2), np.array([[-1, 0], [0, 0]], np.int32)], {},
        "InvalidArgumentError",
    ),
    ("Roll", [f(1, 2, 3), i(1), i(0, 0)], {}, "InvalidArgumentError"),
    ("SparseFillEmptyRows", [np.array([[5, 1]]), f(1), np.array([4, 2]), np.float32(9)], {}, "InvalidArgumentError"),
    *[
        ("MatrixDiagPartV3", [np.zeros([2, 3], np.float32), n(k), np.float32(0)], {}, "InvalidArgumentError")
        for k in (3, -2, 5)
    ],
    (
        "NonMaxSuppressionV3", [np.zeros([1, 4], np.float32), f(1), n(-1), np.float32(0.5), np.float32(0)], {},
        "InvalidArgumentError",
    ),
    *[
        ("StringToNumber", [s(text)], to, "InvalidArgumentError")
        for to in (TO_INT, TO_FLOAT)
        for text in ("\u0663".encode(), b"1_0", b"", b"1 2")
    ],
    *[("DecodeBase64", [s(text)], {}, "InvalidArgumentError") for text in (b"a+/b", b"aGk==", b"a\nGk", b"a")],
    *[
        ("DecodeCSV", [s(*records), s(b"")], {**CSV, "OUT_TYPE": ["string"]}, "InvalidArgumentError")
        for records in ([b'"a', b'b"'], [b"a\nb"], [b'a"b'], [b'"a"b'], [b'"'], [b'"a"\n'], [b""])
    ],
    *[
        ("DecodeCSV", [s(record), i(0)], {**CSV, "OUT_TYPE": ["int32"]}, "InvalidArgumentError")
        for record in (b"1_0", b"99999999999", b"1.5")
    ],
    *[
        ("RegexFullMatch", [s(b"aa"), one(pattern)], {}, "InvalidArgumentError")
        for pattern in (rb"(a)\1", b"(?=a)", b"(?<!a)b", b"a++", b"a**", rb"\Z", b"(", b"[z-a]")
    ],
    ("ReadFile", [one(b"/")], {}, "FailedPreconditionError"),
    ("WriteFile", [one(b"/"), one(b"x")], {}, "FailedPreconditionError"),
]  # fmt: skip


def named(case):
    """The name of a case in the ids of tests."""
    kind, inputs, attrs, _ = case
    parts = [np.asarray(value).ravel().tolist() for value in inputs] + [
        attrs.get("maxsplit", ""),
        attrs.get("out_type", ""),
    ]
    return f"{kind}-{'-'.join(map(ascii, parts))}"[:90]
