"""A game's options as data: what there is to choose, what is allowed, what is usual."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["Option", "OptionValue", "Options", "resolve"]

OptionValue = int | bool | str
Options = Mapping[str, OptionValue]


@dataclass(frozen=True, slots=True)
class Option:
    """One option. `only` restricts a value to certain values of other options: ``{15: {"players": (2, 3)}}``."""

    name: str
    values: tuple[OptionValue, ...]
    default: OptionValue
    only: Mapping[OptionValue, Mapping[str, tuple[OptionValue, ...]]] = field(default_factory=dict)


def _listed(values: tuple[OptionValue, ...]) -> str:
    texts = [repr(value) for value in values]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} or {texts[-1]}"


def resolve(game_id: str, known: tuple[Option, ...], given: Mapping[str, object]) -> dict[str, OptionValue]:
    """The complete set of options; ValueError that names the option and what it takes when one is wrong."""
    names = [option.name for option in known]
    for name in given:
        if name not in names:
            accepted = f"its options are {', '.join(names)}" if names else "it has no options"
            raise ValueError(f"{game_id} has no option {name!r}; {accepted}")
    result: dict[str, OptionValue] = {}
    for option in known:
        value = given.get(option.name, option.default)
        for allowed in option.values:
            if type(value) is type(allowed) and value == allowed:
                result[option.name] = allowed
                break
        else:
            raise ValueError(f"option {option.name} of {game_id} takes {_listed(option.values)}, not {value!r}")
    for option in known:
        chosen = result[option.name]
        for other, allowed_there in option.only.get(chosen, {}).items():
            if result[other] not in allowed_there:
                raise ValueError(
                    f"option {option.name} of {game_id} takes {chosen!r} only with {other} {_listed(allowed_there)}, "
                    f"not with {other} {result[other]!r}"
                )
    return result
