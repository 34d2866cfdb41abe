"""The line before those who think is fair: to networks, to people, to long wishes and short ones."""

from __future__ import annotations

import random

from tablier.service.addresses import Asker
from tablier.service.line import Line


class Time:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def taken(line: Line[str]) -> list[str]:
    found = []
    while (item := line.get()) is not None:
        found.append(item)
    return found


def test_networks_get_equal_time_however_many_people_and_wishes_they_have() -> None:
    line: Line[str] = Line()
    for person in range(20):
        for _ in range(10):
            line.put(Asker("192.0.2.1", f"p{person}"), "many", 1.0)
    for number in range(5):
        line.put(Asker("192.0.2.2", "ada"), f"ada {number}", 0.02)
    order = taken(line)
    # Five short wishes together are less than one of the long ones.
    assert order.index("ada 4") <= 6
    assert len(order) == 205


def test_people_of_one_network_share_its_time() -> None:
    line: Line[str] = Line()
    for number in range(10):
        line.put(Asker("192.0.2.1", "greedy"), f"greedy {number}", 1.0)
    line.put(Asker("192.0.2.1", "modest"), "modest", 1.0)
    assert taken(line).index("modest") <= 1


def test_time_counts_not_wishes() -> None:
    """Two networks that always want something get the same time, though one wants ten times as much at once."""
    line: Line[str] = Line()
    had = {"long": 0.0, "short": 0.0}
    costs = {"long": 1.0, "short": 0.1}
    for name in had:
        for _ in range(3):
            line.put(Asker(name), name, costs[name])
    for _ in range(500):
        taken = line.get()
        assert taken is not None
        had[taken] += costs[taken]
        line.put(Asker(taken), taken, costs[taken])
    assert abs(had["long"] - had["short"]) <= 1.1


def test_who_was_away_has_no_savings() -> None:
    line: Line[str] = Line()
    line.put(Asker("late"), "late", 1.0)
    assert line.get() == "late"
    for _ in range(50):
        line.put(Asker("busy"), "busy", 1.0)
    for _ in range(40):
        assert line.get() == "busy"
    for _ in range(10):
        line.put(Asker("late"), "late", 1.0)
    assert [line.get() for _ in range(6)].count("busy") >= 2


def test_a_person_s_quick_wishes_come_first_but_long_ones_do_not_wait_for_ever() -> None:
    time = Time()
    line: Line[str] = Line(time)
    asker = Asker("192.0.2.1", "ada")
    line.put(asker, "long", 1.0)
    order = []
    for number in range(100):
        line.put(asker, f"quick {number}", 0.02)
        order.append(line.get())
        time.now += 1.0
        if order[-1] == "long":
            break
    assert order[0] == "quick 0"
    assert 10 < len(order) <= 21


def test_the_order_told_is_the_order_kept() -> None:
    dice = random.Random(4)
    line: Line[str] = Line()
    askers = {}
    for number in range(60):
        asker = Asker(f"n{dice.randrange(4)}", f"p{dice.randrange(9)}")
        askers[str(number)] = asker
        line.put(asker, str(number), dice.choice((0.02, 0.2, 1.0)))
        if dice.random() < 0.2:
            del askers[str(line.get())]
    gone = dice.sample(sorted(askers), 10)
    for item in gone:
        line.discard(askers[item], item)
    assert len(line) == len(askers) - 10
    order = line.order()
    assert order == line.order()
    assert sorted(order) == sorted(set(askers) - set(gone))
    assert taken(line) == order
    assert len(line) == 0
