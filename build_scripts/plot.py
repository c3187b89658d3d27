"""A picture of a benchmark: bars on a logarithmic scale, one group per case."""

from collections.abc import Sequence
from html import escape
from math import log10
from typing import Any

BAR, GAP, LEFT, WIDTH, TOP = 11, 12, 220, 620, 46
LEAST, MOST = 0.01, 10_000.0
COLOURS = ("#1d6fb8", "#c7781b", "#7a9a3a", "#8b5aa8", "#b0413e", "#5f6f7a")


def plot(figures: Sequence[dict[str, Any]], names: Sequence[str]) -> str:
    """Return an SVG of medians by case; a figure without a time is a bar to the end of the scale, hollow."""
    cases = list(dict.fromkeys(figure["case"] for figure in figures))
    parts, y = [], TOP
    for case in cases:
        own = [figure for figure in figures if figure["case"] == case]
        middle = y + BAR * len(own) / 2 + 4
        parts.append(f'<text x="{LEFT - 8}" y="{middle:.1f}" text-anchor="end">{escape(case)}</text>')
        for figure in own:
            parts.append(_bar(figure, y, COLOURS[names.index(figure["who"]) % len(COLOURS)]))
            y += BAR
        y += GAP
    legend = "".join(
        f'<text x="{LEFT + 105 * place}" y="16" fill="{COLOURS[place % len(COLOURS)]}">{escape(name)}</text>'
        for place, name in enumerate(names)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 90}" height="{y}" font-family="sans-serif" '
        f'font-size="11">\n<rect width="100%" height="100%" fill="#fff"/>\n{legend}\n{_scale(y)}\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def _at(millis: float) -> float:
    """Where a time is on the scale.

    >>> _at(0.01), _at(10.0), _at(10_000.0)
    (0.0, 310.0, 620.0)
    """
    share = (log10(min(max(millis, LEAST), MOST)) - log10(LEAST)) / (log10(MOST) - log10(LEAST))
    return round(share * WIDTH, 1)


def _bar(figure: dict[str, Any], y: float, colour: str) -> str:
    millis = figure["median_ms"]
    width = WIDTH if millis is None else max(1, _at(millis))
    told = "given up" if millis is None else f"{millis:.2f} ms"
    fill = "none" if millis is None else colour
    return (
        f'<rect x="{LEFT}" y="{y}" width="{width}" height="{BAR - 2}" fill="{fill}" stroke="{colour}"/>'
        f'<text x="{LEFT + width + 5}" y="{y + BAR - 2}" font-size="9">{told}</text>'
    )


def _scale(bottom: float) -> str:
    lines = []
    for power in range(round(log10(LEAST)), round(log10(MOST)) + 1):
        x = LEFT + _at(10.0**power)
        lines.append(f'<line x1="{x}" y1="{TOP - 8}" x2="{x}" y2="{bottom}" stroke="#ddd"/>')
        lines.append(f'<text x="{x}" y="{TOP - 12}" text-anchor="middle">{10.0**power:g} ms</text>')
    return "\n".join(lines)
