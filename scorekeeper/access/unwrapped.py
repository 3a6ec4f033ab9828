"""Flask's `request` and `g` themselves.

Flask's own names are proxies, which find them again for each attribute: that takes ten times as long as reading it, and
a request does it some seventy times. What every request does takes them from here.
"""

from collections.abc import Callable
from typing import Any, cast

from flask import Request, g, request
from flask.ctx import _AppCtxGlobals as Globals

this_request: Callable[[], Request] = cast("Any", request)._get_current_object
"""The request that is being answered."""

these_globals: Callable[[], Globals] = cast("Any", g)._get_current_object
"""What this request keeps on `g`."""
