import autograph as ag


@case((20,), (3,), (-1,))
def ifs_nested_deeper_than_python_nests_loops(x):
    y = 0
    if then := ag.when(x > 0):
        if then_2 := ag.when(x > 1):
            if then_3 := ag.when(x > 2):
                if then_4 := ag.when(x > 3):
                    if then_5 := ag.when(x > 4):
                        if then_6 := ag.when(x > 5):
                            if then_7 := ag.when(x > 6):
                                if then_8 := ag.when(x > 7):
                                    if then_9 := ag.when(x > 8):
                                        if then_10 := ag.when(x > 9):
                                            if then_11 := ag.when(x > 10):
                                                if then_12 := ag.when(x > 11):
                                                    if then_13 := ag.when(x > 12):
                                                        if then_14 := ag.when(x > 13):
                                                            if then_15 := ag.when(x > 14):
                                                                if then_16 := ag.when(x > 15):
                                                                    if then_17 := ag.when(x > 16):
                                                                        if then_18 := ag.when(x > 17):
                                                                            if then_19 := ag.when(x > 18):
                                                                                for then_20 in ag.if_(x > 19, ('y',)):
                                                                                    if then_20:
                                                                                        y = x
                                                                                    else:
                                                                                        y = -x
                                                                                ag.end_if(then_19, ('y',))
                                                                            ag.end_if(then_18, ('y',))
                                                                        ag.end_if(then_17, ('y',))
                                                                    ag.end_if(then_16, ('y',))
                                                                ag.end_if(then_15, ('y',))
                                                            ag.end_if(then_14, ('y',))
                                                        ag.end_if(then_13, ('y',))
                                                    ag.end_if(then_12, ('y',))
                                                ag.end_if(then_11, ('y',))
                                            ag.end_if(then_10, ('y',))
                                        ag.end_if(then_9, ('y',))
                                    ag.end_if(then_8, ('y',))
                                ag.end_if(then_7, ('y',))
                            ag.end_if(then_6, ('y',))
                        ag.end_if(then_5, ('y',))
                    ag.end_if(then_4, ('y',))
                ag.end_if(then_3, ('y',))
            ag.end_if(then_2, ('y',))
        ag.end_if(then, ('y',))
    return y
