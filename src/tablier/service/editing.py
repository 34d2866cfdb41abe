"""The editor as the page needs it: what can be put where, and what a draft is after an edit. Nothing here is stored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablier import wire
from tablier.core.editor import Editor
from tablier.core.edits import edit_from_data
from tablier.core.palette import palette_data, verdict_data
from tablier.scene import to_data
from tablier.service.setup import game_of
from tablier.wire import Problem

__all__ = ["edited", "palette"]


def _editor(game_id: str, options: Mapping[str, wire.OptionValue]) -> Editor:
    editor = game_of(game_id, options).editor
    if editor is None:
        raise Problem("not-found", f"{game_id} has no editor")
    return editor


def palette(game_id: str, options: Mapping[str, wire.OptionValue]) -> dict[str, Any]:
    """What can be put where in a game with these options; it does not change while a draft is edited."""
    return palette_data(_editor(game_id, options).palette)


def edited(
    game_id: str, options: Mapping[str, wire.OptionValue], text: str | None = None, edit: object = None
) -> dict[str, Any]:
    """A draft (the start where no text is given) after an edit (as it is where none is given): its text, its drawing, where each
    layer's things may be laid, how much of each supply is on the board, what is chosen beside it, and what it is."""
    editor = _editor(game_id, options)
    try:
        draft = editor.start() if text is None else editor.draft(text)
        if edit is not None:
            draft = editor.edit(draft, edit_from_data(edit))
    except ValueError as error:
        raise Problem("bad-value", str(error)) from None
    scene = editor.scene(draft)
    return {
        "draft": editor.text(draft),
        "scene": to_data(scene),
        "targets": editor.targets(draft, scene),
        "counts": editor.counts(draft),
        "chosen": {name: value if isinstance(value, str) else list(value) for name, value in draft.chosen.items()},
        "verdict": verdict_data(editor.verdict(draft)),
    }
