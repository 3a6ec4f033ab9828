"""Rulers: scripts that check the page, with axe or for what axe misses, and return the faults, one per line."""

from __future__ import annotations

import json

from playwright.sync_api import Page

SMALLEST = 48  # CSS pixels, either way
SMALLEST_TEXT = 12  # CSS pixels

IN_LINES = """found => found.violations.flatMap(each => each.nodes.map(
    node => `${each.id}: ${node.html.slice(0, 160)} ${node.failureSummary}`))"""


CONTRAST, SIZES, SCROLLERS = "color-contrast", "target-size", "scrollable-region-focusable"
WCAG = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")


def by_rules(*run_only: str, without: tuple[str, ...] = ()) -> str:
    """The options of axe for these rules, or for all rules with these tags except some."""
    rules = {rule: {"enabled": False} for rule in without}
    return json.dumps({"runOnly": run_only, "rules": rules, "resultTypes": ["violations"], "preload": False})


def by_axe(*run_only: str, without: tuple[str, ...] = ()) -> str:
    """The ruler that runs these rules of axe."""
    options = by_rules(*run_only, without=without)
    return f"() => {{ window.loadAxe?.(); return axe.run(document, {options}).then({IN_LINES}); }}"


# Contrast has a ruler of its own. The rule for sizes takes axe longer than all others together, and `SMALL_CONTROLS`
# wants twice its 24 pixels.
STRUCTURE = by_axe(*WCAG, without=(CONTRAST, SIZES))
TARGETS = by_axe(SIZES)
FOCUSABLE_SCROLLERS = f"""async () => {{
    const isFull = box => box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
    const scrolls = box => isFull(box) && /auto|scroll/.test(getComputedStyle(box).overflow);
    return [...document.querySelectorAll('body, body *')].some(scrolls) ? ({by_axe(SCROLLERS)})() : [];
}}"""
"""Asks axe only on a page with something that scrolls."""

# A link inside a sentence can be as small as its text, by WCAG 2.5.8.
SMALL_CONTROLS = """() => {
    const smallest = SMALLEST - .5;
    const inSentence = link => link.tagName === 'A' && getComputedStyle(link).display === 'inline'
        && (link.closest('code') ?? link).parentElement.textContent.trim() !== link.textContent.trim();
    const target = control => control.matches('[type=radio], [type=checkbox]') ? control.closest('label') : control;
    const controls = 'a[href], button, summary, select, textarea, input:not([type=hidden])';
    const isSeen = control => control.checkVisibility({visibilityProperty: true}) && !control.closest('.vh');
    const small = [];
    for (const control of document.querySelectorAll(controls)) {
        if (!isSeen(control) || inSentence(control)) continue;
        const {width, height} = reach(target(control));
        if (width < smallest || height < smallest)
            small.push(`${control.tagName} “${control.textContent.trim() || control.name}” ${width} × ${height}`);
    }
    return small;
    // The room that a control adds around itself counts: a tap there is a tap on it.
    function reach(control) {
        const box = control.getBoundingClientRect();
        const around = getComputedStyle(control, '::after');
        if (around.content === 'none' || around.position !== 'absolute') return box;
        return {width: parseFloat(around.width), height: parseFloat(around.height)};
    }
}""".replace("SMALLEST", str(SMALLEST))

SMALL_TEXT = """() => {
    const small = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const own = texts.currentNode.parentElement;
        if (!texts.currentNode.data.trim() || own.closest('.vh, template, option')) continue;
        if (!own.checkVisibility({visibilityProperty: true})) continue;
        const size = parseFloat(getComputedStyle(own).fontSize) * (own.getScreenCTM?.().a ?? 1);
        if (size < SMALLEST_TEXT - .05) small.push(`${size} px: “${texts.currentNode.data.trim()}”`);
    }
    return small;
}""".replace("SMALLEST_TEXT", str(SMALLEST_TEXT))

OVER_THE_EDGE = """() => {
    const wide = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= wide) return [];
    const isOver = ({left, right}) => right > wide + .5 || document.dir === 'rtl' && left < -.5;
    return [...document.querySelectorAll('body *')].filter(each => isOver(each.getBoundingClientRect()))
        .map(each => `${each.tagName}.${each.className} “${each.textContent.trim().slice(0, 40)}”`).slice(0, 5);
}"""

# The words of a preview may end in an ellipsis on a low phone: penalties come first, and all of it is below.
# A last hand without room is hidden here, but on the sheet.
CUT = """() => {
    const unseen = '.vh, svg, template, select, .deals, .outcome small';
    const cut = [], texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
        const text = texts.currentNode;
        if (!text.data.trim() || text.parentElement.closest(unseen)) continue;
        range.selectNodeContents(text);
        const {left, top, right, bottom, width} = range.getBoundingClientRect();
        if (!width || !text.parentElement.checkVisibility({visibilityProperty: true})) continue;
        for (let around = text.parentElement; around !== document.documentElement; around = around.parentElement) {
            const box = around.getBoundingClientRect(), {overflowX} = getComputedStyle(around);
            if (overflowX === 'visible' && around !== document.body) continue;
            if (overflowX === 'auto' || around.matches('.last') && left >= box.right) break;
            if (left < box.left - 1 || right > box.right + 1) cut.push(`${text.data} ${left} ${right}`);
            break;
        }
    }
    return cut;
}"""

# Names may end in an ellipsis where a page shows them in a row.
CUT_WORDS = CUT.replace("'.vh, svg", "'bdi, .vh, svg")

# A word of at most eight letters has room on one line, even on a small phone at 200 %; an id of a key has no words.
SPLIT = """() => {
    const split = [], range = document.createRange();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode;
        if (text.parentElement.closest('.vh, svg, template, select, pre, code')) continue;
        if (!text.parentElement.checkVisibility({visibilityProperty: true})) continue;
        const keys = [...text.data.matchAll(/[\\w-]{8,}/g)].filter(([key]) => /\\d|_|[a-z][A-Z]/.test(key));
        for (const {0: word, index} of text.data.matchAll(/[\\p{L}\\u00ad]+/gu)) {
            if (keys.some(key => key.index <= index && index < key.index + key[0].length)) continue;
            if (word.length > 8) continue;
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const [first, ...others] = range.getClientRects();
            if (others.some(each => Math.abs(each.top - first.top) > 2)) split.push(`${word} is on several lines`);
        }
    }
    return split;
}"""

# Contrast is axe's slowest check. It depends only on this key: the colour of a text, whether it is large (WCAG 1.4.3),
# and the backgrounds behind it up to the first opaque one. The texts by key, one for each:
COLOURS = """() => {
    const seen = new Map(), grounds = new Map();
    for (const text of document.body.querySelectorAll('*')) {
        if (!isText(text) || !text.checkVisibility({visibilityProperty: true}) || text.closest('.vh')) continue;
        const box = text.getBoundingClientRect();
        if (!box.width || !box.height || box.right <= 0 || box.bottom <= 0) continue;
        const key = keyOf(text);
        if (!seen.has(key)) seen.set(key, text);
    }
    return seen;
    function isText(element) {
        return element.matches('input, select, textarea')
            || [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
    }
    function keyOf(text) {
        const own = getComputedStyle(text);
        const size = parseFloat(own.fontSize);
        const large = size >= 24 || size >= 18.66 && own.fontWeight >= 700;
        return [own.color, large, own.textShadow, text.matches(':disabled'), behind(text)].join('|');
    }
    function behind(element) {
        if (!element) return '';
        if (!grounds.has(element)) grounds.set(element, groundOf(element));
        return grounds.get(element);
    }
    function groundOf(element) {
        const {backgroundColor: ground, backgroundImage, opacity, position} = getComputedStyle(element);
        const isPlain = backgroundImage === 'none' && opacity === '1';
        const own = isPlain && ground === 'rgba(0, 0, 0, 0)' ? '' : `${ground} ${backgroundImage} ${opacity} `;
        const isLifted = position === 'absolute' || position === 'fixed';
        if (isLifted) return `${own}${element.tagName}.${element.className} ${behind(element.parentElement)}`;
        return isPlain && ground.startsWith('rgb(') ? own : own + behind(element.parentElement);
    }
}"""

COLOURS_OF_THEMES = f"""() => {{
    const seen = {{}};
    for (const theme of ['light', 'dark']) {{
        document.documentElement.style.colorScheme = theme;
        seen[theme] = [...({COLOURS})().keys()];
    }}
    return seen;
}}"""
CONTRAST_OF_COLOURS = f"""async themes => {{
    window.loadAxe?.();
    const checked = [], faint = [];
    for (const [theme, keys] of Object.entries(themes)) {{
        document.documentElement.style.colorScheme = theme;
        const texts = ({COLOURS})(), there = keys.filter(key => texts.has(key));
        if (!there.length) continue;
        const found = await axe.run({{include: there.map(key => texts.get(key))}}, {by_rules(CONTRAST)});
        faint.push(...({IN_LINES})(found).map(line => `${{theme}}: ${{line}}`));
        checked.push(...there);
    }}
    return [checked, faint];
}}"""


def found(page: Page, *rulers: str) -> list[str]:
    """What these rulers find, one fault per line."""
    lines: list[str] = page.evaluate(f"async () => [{', '.join(f'...await ({ruler})()' for ruler in rulers)}]")
    return lines


def fit(page: Page) -> None:
    """Make the window as high as the page, so that nothing counts as covered by a bar that scrolling would reveal."""
    height = min(page.evaluate("document.documentElement.scrollHeight"), 12_000)
    assert page.viewport_size
    if height != page.viewport_size["height"]:
        page.set_viewport_size({"width": page.viewport_size["width"], "height": height})


def faint_texts(page: Page, known: set[str]) -> list[str]:
    """Texts without enough contrast, in either theme: axe checks one text of each new colour.

    A theme is nothing but a `color-scheme`: colours come from `light-dark()`.
    """
    seen: dict[str, list[str]] = page.evaluate(COLOURS_OF_THEMES)
    fresh = {theme: sorted(set(keys) - known) for theme, keys in seen.items()}
    if not any(fresh.values()):
        return []
    fit(page)
    checked, faint = page.evaluate(CONTRAST_OF_COLOURS, fresh)
    known.update(checked)
    return list(faint)
