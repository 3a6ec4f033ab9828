"""Measures that axe lacks: the size of controls, sideways scrolling, cut texts, new colours."""

from __future__ import annotations

from playwright.sync_api import Page

SMALLEST = 48  # CSS pixels, either way

# A link inside a sentence can be as small as its text, by WCAG 2.5.8.
SMALL_CONTROLS = """smallest => {
    const inSentence = link => link.tagName === 'A' && getComputedStyle(link).display === 'inline'
        && link.parentElement.textContent.trim() !== link.textContent.trim();
    const target = control => control.matches('[type=radio], [type=checkbox]') ? control.closest('label') : control;
    const controls = 'a[href], button, summary, select, textarea, input:not([type=hidden])';
    const isSeen = control => control.checkVisibility({visibilityProperty: true}) && !control.closest('.vh');
    const small = [];
    for (const control of document.querySelectorAll(controls)) {
        if (!isSeen(control) || inSentence(control)) continue;
        const {width, height} = reach(target(control));
        if (width < smallest - .5 || height < smallest - .5)
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
}"""

OVER_THE_EDGE = """() => {
    const wide = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= wide) return [];
    return [...document.querySelectorAll('body *')].filter(each => each.getBoundingClientRect().right > wide + .5)
        .map(each => `${each.tagName}.${each.className} “${each.textContent.trim().slice(0, 40)}”`).slice(0, 5);
}"""

# The words of a preview may end in an ellipsis on a low phone: penalties come first, and all of it is below.
# A last hand that has no room is out of sight, and on the sheet.
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

# Contrast is axe's slowest check. It depends only on this key: the colour of a text, whether it is large (WCAG 1.4.3),
# and the backgrounds behind it up to the first opaque one.
NEW_COLOURS = """known => {
    const fresh = new Map();
    for (const text of document.body.querySelectorAll('*')) {
        if (!isText(text) || !text.checkVisibility({visibilityProperty: true}) || text.closest('.vh')) continue;
        const box = text.getBoundingClientRect();
        if (!box.width || !box.height || box.right <= 0 || box.bottom <= 0) continue;
        const key = keyOf(text);
        if (!known.has(key) && !fresh.has(key)) fresh.set(key, text);
    }
    return fresh;
    function isText(element) {
        return element.matches('input, select, textarea')
            || [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
    }
    function keyOf(text) {
        const own = getComputedStyle(text);
        const size = parseFloat(own.fontSize);
        const large = size >= 24 || size >= 18.66 && own.fontWeight >= 700;
        const parts = [own.color, large, own.textShadow, text.matches(':disabled')];
        for (let each = text; each; each = each.parentElement) {
            const {backgroundColor: ground, backgroundImage, opacity, position} = getComputedStyle(each);
            const isClear = ground === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none' && opacity === '1';
            if (!isClear) parts.push(ground, backgroundImage, opacity);
            if (position === 'absolute' || position === 'fixed') parts.push(`${each.tagName}.${each.className}`);
            else if (opacity === '1' && backgroundImage === 'none' && ground.startsWith('rgb(')) break;
        }
        return parts.join('|');
    }
}"""


def small_controls(page: Page) -> list[str]:
    """Controls that a thumb might miss."""
    found: list[str] = page.evaluate(SMALL_CONTROLS, SMALLEST)
    return found


def over_the_edge(page: Page) -> list[str]:
    """Elements beyond the right edge, if the page scrolls sideways."""
    found: list[str] = page.evaluate(OVER_THE_EDGE)
    return found


def cut_texts(page: Page) -> list[str]:
    """Texts that are wider than what they are in, if that does not scroll."""
    found: list[str] = page.evaluate(CUT)
    return found
