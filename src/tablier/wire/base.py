"""What messages are made of.

Requests are `Asked`: models that refuse unknown fields and bend no types. Answers are typed dicts: the service writes them as
they are sent, the type checker sees that they are complete, and nothing is spent on checking them again. Where something is
described elsewhere already (drawings), `described` says so.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Annotated, Any

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    model_validator,
)
from typing_extensions import TypeAliasType

from tablier.wire.limits import (
    LEVELS,
    MAX_FIELDS,
    MAX_ID,
    MAX_MESSAGE_ID,
    MAX_NUMBER,
    MAX_SAFE,
    MAX_SEATS,
    RAW_NAME,
    TOP_LEVEL,
)

__all__ = [
    "Asked",
    "Id",
    "Level",
    "MessageId",
    "Name",
    "Number",
    "OptionValue",
    "Options",
    "RequestId",
    "SeatNumber",
    "Token",
    "described",
    "few",
]


def few(given: Any) -> Any:
    """Checked before all else: an error is made of each field or value that is wrong, and there may be thousands."""
    if isinstance(given, dict) and len(given) > MAX_FIELDS:
        raise ValueError(f"more than {MAX_FIELDS} fields")
    return given


class Asked(BaseModel):
    """Something asked for."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False, frozen=True)
    _few_fields = model_validator(mode="before")(few)


RequestId = Annotated[
    str, Field(pattern=rf"^[A-Za-z0-9._-]{{1,{MAX_MESSAGE_ID}}}$", description="Of the client's making.")
]
MessageId = (
    Annotated[int, Field(ge=-MAX_SAFE, le=MAX_SAFE)]
    | Annotated[str, Field(max_length=MAX_MESSAGE_ID, description="Unique among unanswered ones.")]
)
Number = Annotated[int, Field(ge=0, le=MAX_NUMBER, description="The last event number the client has seen.")]
SeatNumber = Annotated[int, Field(ge=0, le=MAX_SEATS - 1)]
Level = Annotated[int, Field(ge=LEVELS[0], le=TOP_LEVEL)]
Name = Annotated[str, Field(min_length=1, max_length=RAW_NAME, description="Cleaned; 1 to 40 characters must be left.")]
Id = Annotated[str, Field(max_length=MAX_ID)]
Token = Annotated[str, Field(max_length=MAX_ID, description="A guest or seat token.")]
OptionValue = TypeAliasType("OptionValue", bool | int | str)
Options = TypeAliasType("Options", Annotated[dict[str, OptionValue], BeforeValidator(few)])


class described:  # noqa: N801
    """In an annotation: data as `tablier.scene.to_data` makes it from this type."""

    def __init__(self, kind: Any) -> None:
        self._kind = kind

    def __get_pydantic_core_schema__(self, _source: Any, handler: GetCoreSchemaHandler) -> Any:
        """The type's own."""
        return handler(self._kind)

    def __get_pydantic_json_schema__(self, schema: Any, handler: GetJsonSchemaHandler) -> Any:
        """The type's own, without what is not in the data."""
        found = handler(schema)
        known = handler.resolve_ref_schema(found)["properties"]
        for field in fields(self._kind):
            if not field.compare:
                known.pop(field.name, None)
        return found
