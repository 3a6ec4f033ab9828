"""A plain list of hands, as in a notebook or a spreadsheet: a row per hand, and columns that somebody has to name.

Hand, We bid, We took, They bid, They took
1, 4 3, 8, 3 2, 5
2, nil 5, 0 6, 4 3, 7

Nothing is left out in silence: a column or a row that is not understood is named, until somebody says what it is.
"""
