"""Small pieces of Python, case by case, and one function for each."""

from tests.compiler.preamble import PREAMBLE

CASES = [
    "7 // 2, -7 // 2, 7 // -2, 7 % 3, -7 % 3, 7 % -3, -(3), 2 * 3 - 1, abs(-4)",
    "[DOZEN, MANY, -DOZEN, f'{DOZEN}', DOZEN % 5, MANY // DOZEN, [DOZEN for DOZEN in (3, 4)], {DOZEN: MANY}[12]]",
    "(1 << 5) | 3, 12 & 10, 40 >> 3, 1 >> 40",
    "True + 1, sum([True, False, True]), True == 1, 0 == False, {1: 'a'}[True], (True, 2) == (1, 2)",
    "'a' * 3, [0] * 2, (None,) * 2, 'ab' + 'c', [1] + [2], (1,) + (2, 3)",
    "[bool(x) for x in ('', 'a', 0, 1, [], [0], {}, {0: 0}, set(), None, (), (0,))]",
    "[x or 'none' for x in ('', [], 0, None, {}, 'a', [1])]",
    "[x and 'some' for x in ('', [], 0, None, {}, 'a', [1])]",
    "not '', not [], not [1], not {}, not None, not 3",
    "1 < 2 < 3, 1 <= len([1, 2]) <= 2, 3 > 2 > 2, 0 <= -1 < 5",
    "(1, 2) < (1, 3), (1,) < (1, 0), [2] > [1, 9], 'Z' < 'a', 'é' > 'z', '\\U0001f600' > '\\uffee', 'ab' <= 'ab'",
    "{1, 2} < {1, 2, 3}, {1} <= {1}, {1, 2} > {1}, {3} >= {1}",
    "None is None, None == 0, '' == 0, (1, 2) == (1, 2), [1] == [2], {'a': [1]} == {'a': [1]}, {1, 2} == {2, 1}",
    "{'a': 1, 'b': 2} == {'b': 2, 'a': 1}, list({'b': 1, 'a': 2}), {**{'a': 1, 'b': 2}, 'a': 3}",
    "{'a': 1} | {'b': 2}, {1, 2} | {3}, {1, 2} & {2}, {1, 2} - {2}",
    "{(1, 'a'): 'x'}[(1, 'a')], {Card(Suit.SPADES): 1}.get(Card(Suit.SPADES, 2)), {('1',): 1}.get((1,), 'other')",
    "{('a', 'b'): 1}.get(('a,b',)), {(('a',), 'b'): 1}.get(('a', ('b',))), {None: 1}[None]",
    "{Suit.HEARTS: 3}[Suit.HEARTS]",
    "dict([('a', 1)], b=2), dict(zip('ab', (1, 2))), dict.fromkeys('aba'), dict.fromkeys([1], 'x')",
    "{'a': 1}.get('b'), {'a': 1}.setdefault('a', 5), list({'a': 1, 'b': 2}.items()), list({'a': 1}.keys())",
    "list({'a': 1}.values())",
    "'a' in {'a': 1}, 1 in [1], 'bc' in 'abcd', (1, 2) in [(1, 2)], 3 not in {1, 2}, None in [None]",
    "[x * y for x in range(4) if x % 2 for y in (x, 10) if y != x]",
    "{k: [v, n] for n, (k, v) in enumerate({'a': 1, 'b': 2}.items(), start=5)}, {x % 3 for x in range(7)}",
    "any(x > 2 for x in range(3)), all(x < 3 for x in range(3)), any([]), all([])",
    "any(y for x in [[0], [1]] for y in x)",
    "next(x for x in range(9) if x > 3), next((x for x in [1] if x > 3), None)",
    "next((a for a, b in [(1, 0), (2, 1)] if b))",
    "sorted([3, 1, 2], reverse=True), sorted('bca', key=lambda x: 'abc'.index(x) * -1)",
    "sorted([('b', 1), ('a', 1), ('c', 0)], key=lambda pair: pair[1]), sorted({'b': 1, 'a': 2})",
    "list(reversed([1, 2]))",
    "sorted([('b', 1), ('a', 1)], key=lambda pair: pair[1], reverse=True)",
    "min(3, 1), max([1, 5, 2]), min([], default=7), max('a', 'b'), min([(2, 'a'), (1, 'z')]), max([1, -3], key=abs)",
    "sum([1, 2]), sum(([1], [2]), []), sum(x for x in range(4)), sum([], 5), len({1, 2}), len('\\U0001f600a')",
    "list(range(3)), list(range(2, 5)), list(range(5, 0, -2)), tuple('ab'), list(zip([1, 2], 'ab', strict=True))",
    "list(zip([1], [2, 3]))",
    "[1, 2, 3][-1], [1, 2, 3][1:], [1, 2, 3][:-1], [1, 2, 3][::-1], 'abc'[1], 'abc'[-2:], 'a\\U0001f600b'[1]",
    "'a\\U0001f600b'[:2]",
    "[1, 2, 3].index(2), (1, 2, 1).count(1), 'banana'.count('an'), 'banana'.find('n'), 'x'.find('y')",
    "'abc'.index('c')",
    "[*[1, 2], 3, *'ab'], (*(1,), 2), {*[1, 2], 2}, counted(*[1, 2], 3)",
    "f'{1}{\"a\"}{True}{None}', f'{1234567:,} {5:+} {-1234:+,} {7:d}', f'{{x}} `$' + '{1}'",
    "f'{Suit.SPADES} {str(12)}'",
    "str(3), str(True), str(None), str('a'), int('12'), int(' -7 '), int(True), int('+5')",
    "' a b '.strip(), 'xxaxx'.strip('x'), '\\u2003a\\x1c'.strip(), 'abc'.lstrip('ba'), 'abc'.rstrip('c')",
    "'-]a'.strip('-]')",
    "'a,b,,c'.split(','), ' a  b\\n'.split(), 'a,b,c'.split(',', 1), 'a.b.c'.rsplit('.', 1)",
    "'a\\nb\\r\\nc\\n'.splitlines()",
    "'a. b. c'.split('. ', maxsplit=1), 'a b c'.rsplit(' ', maxsplit=1), 'a.b'.split(sep='.')",
    "'a=b=c'.partition('='), 'a=b=c'.rpartition('='), 'abc'.partition('x'), 'abc'.rpartition('x')",
    "'abab'.replace('a', '$&'), 'abab'.replace('a', 'x', 1), 'prefix'.removeprefix('pre')",
    "'file.txt'.removesuffix('.txt')",
    "'aB é'.upper(), 'ÀB'.lower(), 'ann & cal'.capitalize(), 'ABC'.capitalize(), ', '.join(['a', 'b'])",
    "''.join({'x': 1})",
    "'ßa'.capitalize(), ''.capitalize(), 'éA'.capitalize()",
    "'12'.isdecimal(), '1²'.isdecimal(), '٣'.isdecimal(), ''.isdecimal(), 'aé'.isascii(), ''.isascii()",
    "'a b'.isprintable(), 'a\\u00a0'.isprintable(), '\\n'.isprintable(), ''.isprintable(), '\\u200b'.isprintable()",
    "'é\\U0001f600'.isprintable()",
    "'abc'.startswith('ab'), 'abc'.startswith(('x', 'a')), 'abc'.endswith('c'), 'abc'.endswith('')",
    "Card(Suit.SPADES), Card(Suit.HEARTS, rank=3), Card.ace(Suit.SPADES, names=('a',))",
    "replace(Card(Suit.SPADES, 3), rank=4)",
    "Card(Suit.SPADES) == Card(Suit.SPADES), Card(Suit.SPADES) != Card(Suit.HEARTS)",
    "Card(Suit.SPADES) in [Card(Suit.SPADES, 2)]",
    "Card(Suit.SPADES, 3).beats(Card(Suit.HEARTS, 4))",
    "Card(Suit.SPADES, 3).beats(trump=Suit.SPADES, other=Card(Suit.HEARTS, 4))",
    "Played(card=Card(Suit.HEARTS), seq=3), Played(seq=1, card=Card(Suit.HEARTS), who='Ann').who",
    "isinstance(Played(seq=1, card=Card(Suit.HEARTS)), Event)",
    "Suit('h'), Suit.SPADES.value, Suit.SPADES.name, [suit.is_black for suit in Suit], Suit.SPADES is Suit('s')",
    "list(Suit)",
    "isinstance(True, int), isinstance(1, bool), isinstance('a', str | int), isinstance(None, str | int)",
    "isinstance({}, dict), isinstance([], list), isinstance(Card(Suit.SPADES), Card | Suit), isinstance('a', Card)",
    "raises('value'), raises('key'), raises('index'), raises('number'), raises('other')",
    "late(), changed(), nested([(1, ('a', 2)), (3, ('b', 4))])",
    "Hand([1, 2]).total(), Hand([1, 2]).total(times=3), Hand([1]).total(4), list(Hand([5, 6]).play())",
    "[each(1) for each in [Hand([2]).total]]",
    "more('a'), more('a', b=1, c=[2]), more('a', **{'x': 1}), more('a', b=1, **{'x': 1}), through(address)",
    "kept(1), kept(1) is kept(1), kept(number=2, name='y'), Seat(3) + 1, ONE + TWO",
    "(lambda a, b=2, *c: [a, b, c])(1), (lambda a, b=2, *c: [a, b, c])(1, 5, 6)",
]

THROWN = [
    ("9007199254740991 + 1", "whole number"),
    ("'a' < 1", "different types"),
    ("[] < 1", "different types"),
    ("'a' + 1", "no number"),
    ("{'a': 1}['b']", "b"),
    ("{'a': 1}.get({})", "unhashable"),
    ("list(zip([1], [2, 3], strict=True))", "length"),
    ("[][0]", "out of range"),
    ("int('1.5')", "no whole number"),
    ("1 // 0", "division"),
    ("1 << 40", "bits"),
    ("[x for x in None]", "not iterable"),
    ("Suit('x')", "not a valid Suit"),
    ("[1].index(2)", "not in list"),
    ("','.join([1])", "only text"),
    ("max([])", "nothing to choose"),
]
"""Mistakes that JavaScript would let pass, with their error messages."""

DIFFERENCES = [
    ("[1, 2] == (1, 2)", "true"),  # both are arrays
    ("pairs([(1, 2, 3)])", "[3]"),  # unpacking does not check the length
    ("[each() for each in [lambda: i for i in range(3)]]", "[0,1,2]"),  # each function has its own
    ("list({'b', 'a'})", '["b","a"]'),  # a set keeps its insertion order
]
"""Cases where JavaScript gives another result; docs/compiler.md says to avoid them."""

ALL = [*CASES, *(source for source, _ in (*THROWN, *DIFFERENCES))]


def source_of(number: int) -> str:
    """A function that computes a case."""
    return f"\n\ndef case_{number}() -> object:\n    return ({ALL[number]})\n"


SOURCE = f"{PREAMBLE}\n\ndef pairs(rows):\n    return [a + b for a, b in rows]\n" + "".join(
    source_of(number) for number in range(len(ALL))
)
