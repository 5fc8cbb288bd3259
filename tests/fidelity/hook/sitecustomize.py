"""Makes a Python process load the standard library converted; Python imports this before anything else.

Nothing happens unless `AUTOGRAPH_FIDELITY` names a folder of code objects that `tests.fidelity.library` made. Their
modules then load as ever, by the loaders they always have, which only get other code: specs, loaders, files and lines
stay Python's own. Functions of modules that were loaded before this one get their converted code in place.

Variables:
    AUTOGRAPH_FIDELITY: the folder.
    AUTOGRAPH_FIDELITY_MODULES: the modules to convert, separated by commas; all of the folder when not set.
    AUTOGRAPH_FIDELITY_REPORT: a file to which the process appends what it loaded and ran.
    AUTOGRAPH_FIDELITY_WRONG: if set, operators give wrong answers: the negative control.
"""

import os

folder = os.environ.get("AUTOGRAPH_FIDELITY")
if folder and not __import__("sys").flags.optimize:
    import _autograph_hook

    try:
        _autograph_hook.install(folder)
    except BaseException:  # Python would go on without
        __import__("traceback").print_exc()
        os._exit(70)
