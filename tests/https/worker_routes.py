"""Configurations of the proxy that change the static routes of the service worker's browser.

A script before the worker's own takes them away, makes the browser refuse them all, or adds one it does not know.
"""

BEFORE_WORKER = """
proxy_set_header Accept-Encoding "";
sub_filter_types text/javascript;
sub_filter "self.app = " "(self.InstallEvent ?? ExtendableEvent).prototype.addRoutes = {routes}; self.app = ";
"""
ROUTES = {
    "none": BEFORE_WORKER.format(routes="undefined"),
    "unknown to it": BEFORE_WORKER.format(
        routes="(known => function (rules) {"
        " return known?.call(this, [...rules, { condition: { runningStatus: `no such` }, source: `network` }]);"
        " })((self.InstallEvent ?? ExtendableEvent).prototype.addRoutes)"
    ),
    "unreadable": BEFORE_WORKER.format(routes="() => { throw new TypeError(`no such source`) }"),
}
