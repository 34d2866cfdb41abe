"""How a test puts a position together as a person would, and edits at random."""

from __future__ import annotations

import random

from tablier.core.editor import Editor
from tablier.core.edits import Choose, Edit, Empty, Lay, Move, Start, Touch, Transform, Turn
from tablier.core.palette import Draft


def edits_to(editor: Editor, goal: Draft) -> list[Edit]:
    """Edits that make a draft from the empty board, one thing after another."""
    palette, found = editor.palette, list[Edit]()
    now = editor.empty()
    for layer in palette.layers:
        for place, thing in goal.laid[layer.name].items():
            ground = layer.grounds[-1] if layer.on else layer.grounds[0]
            if layer.fixed:
                quarters = (int(thing) - int(now.laid[layer.name][place])) % 4
                found += [Turn(f"{ground}:{place}", "+")] * quarters
            else:
                tool = next(tool for tool in palette.tools if (tool.layer, tool.thing) == (layer.name, thing))
                found.append(Lay(tool.id, f"{ground}:{place}"))
    found += [Choose(choice.id, goal.chosen[choice.id]) for choice in palette.choices]
    return found


def random_edit(editor: Editor, draft: Draft, dice: random.Random) -> Edit:
    """Something that could be done to a draft, sensible or not."""
    palette = editor.palette
    scene = editor.scene(draft)
    things = [shape.id for shape in scene.shapes if shape.role in ("piece", "mark", "cell")]
    places = [place for found in editor.targets(draft, scene).values() for place in found]
    somewhere = dice.choice(places)
    kind = dice.randrange(20)
    if kind < 9:
        return Touch(dice.choice(palette.tools).id, somewhere)
    if kind < 12:
        return Lay(dice.choice(palette.tools).id, somewhere)
    if kind < 14:
        return Move(dice.choice([*things, somewhere]), dice.choice(places))
    if kind == 14:
        return Empty(dice.choice([*things, somewhere]))
    if kind == 15 and palette.turns:
        return Turn(somewhere, dice.choice(palette.turns))
    if kind == 16:
        return Transform(dice.choice(palette.symmetries).id)
    if kind == 17 and dice.random() < 0.2:
        return Start()
    if not palette.choices:
        return Touch(dice.choice(palette.tools).id, somewhere)
    choice = dice.choice(palette.choices)
    values = [value.id for value in choice.values]
    if choice.many:
        return Choose(choice.id, tuple(dice.sample(values, dice.randrange(len(values) + 1))))
    return Choose(choice.id, dice.choice(values))
