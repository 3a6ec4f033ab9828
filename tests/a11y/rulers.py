"""What axe does not measure: how large a control is, and whether anything must be scrolled sideways."""

from __future__ import annotations

from playwright.sync_api import Page

SMALLEST = 48  # CSS pixels, either way

# A link in the middle of a sentence is as tall as its words, as WCAG 2.5.8 has it.
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


def small_controls(page: Page) -> list[str]:
    """Controls that a thumb may miss."""
    found: list[str] = page.evaluate(SMALL_CONTROLS, SMALLEST)
    return found


def over_the_edge(page: Page) -> list[str]:
    """What sticks out at the right, where the page must be scrolled sideways."""
    found: list[str] = page.evaluate(OVER_THE_EDGE)
    return found
