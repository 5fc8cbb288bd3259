"""Bytes of TensorFlow's files: messages, tables, tensor bundles, events. Nothing here knows what a graph means.

schema/*.proto --proto_parser--> messages          graphs and checkpoints as protocol buffers
checksums, varint, snappy --> table                sorted tables: the `.index` file
table, tensor_bytes, slices --> bundle_*           tensor bundles: `.index` and `.data-*-of-*`
"""
