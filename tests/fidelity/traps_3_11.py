"""Traps whose syntax Python 3.10 does not have; see `traps`."""


def groups_of_exceptions(yes=True):
    try:
        if yes:
            raise ExceptionGroup("group", [ValueError(1), KeyError(2)])
    except* ValueError as error:
        if yes:
            count = len(error.exceptions)
    except* KeyError:
        pass
    return count
