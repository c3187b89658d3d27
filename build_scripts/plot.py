"""Pictures of benchmarks: bars on a logarithmic scale, one group per case; and curves of what grows."""

from collections.abc import Mapping, Sequence
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


PANEL, HIGH, EDGE = 230, 170, 34


def curves(panels: Mapping[str, Mapping[str, Sequence[tuple[float, float]]]]) -> str:
    """Return an SVG with a panel of lines for each thing that grows, all on linear scales from 0."""
    names = list(dict.fromkeys(name for lines in panels.values() for name in lines))
    parts = [
        f'<text x="{EDGE + 130 * place}" y="16" fill="{COLOURS[place % len(COLOURS)]}">{escape(name)}, ms</text>'
        for place, name in enumerate(names)
    ]
    for number, (axis, lines) in enumerate(panels.items()):
        parts.append(f'<g transform="translate({number * PANEL + EDGE} 30)">{_panel(axis, lines, names)}</g>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{len(panels) * PANEL + EDGE}" height="{HIGH + 70}" '
        f'font-family="sans-serif" font-size="11">\n<rect width="100%" height="100%" fill="#fff"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def _panel(axis: str, lines: Mapping[str, Sequence[tuple[float, float]]], names: Sequence[str]) -> str:
    wide = PANEL - EDGE - 10
    most_x = max(x for points in lines.values() for x, _ in points) or 1
    most_y = max(y for points in lines.values() for _, y in points) or 1
    parts = [
        f'<path d="M0 0V{HIGH}H{wide}" fill="none" stroke="#888"/>',
        f'<text x="0" y="{HIGH + 15}">0</text>',
        f'<text x="{wide}" y="{HIGH + 15}" text-anchor="end">{most_x:g} {escape(axis)}</text>',
        f'<text x="4" y="9">{most_y:.0f}</text>',
    ]
    for name, points in lines.items():
        at = " ".join(f"{x / most_x * wide:.1f},{HIGH - y / most_y * HIGH:.1f}" for x, y in points)
        colour = COLOURS[names.index(name) % len(COLOURS)]
        parts.append(f'<polyline points="{at}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
    return "".join(parts)
