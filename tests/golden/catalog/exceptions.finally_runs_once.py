import autograph as ag


@case((3,), (-3,))
def finally_runs_once(x):
    did_return = False
    log = ag.own([])
    try:
        for then in ag.if_(x > 0, ('did_return', 'return_value')):
            if then:
                did_return, return_value = True, (x, ag.call(len)(log))
            else:
                log.append(1)
    finally:
        log.append(2)
    if then := ag.unless(did_return):
        return_value = x * 2, ag.call(len)(log)
        ag.end_if(then, ('return_value',))
    return return_value
