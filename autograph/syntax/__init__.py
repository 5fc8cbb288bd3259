"""Text in, text and functions out: source lookup, fresh names, templates, printing and loading."""
