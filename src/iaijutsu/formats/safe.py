"""Reading what strangers wrote: text, YAML and XML, with every door shut that plain data does not need.

YAML aliases, anchors, tags and merge keys, XML document types, entities and processing instructions are refused, not
ignored: no file of cards has one, and each of them can make a small file large. Sizes, depths and numbers of parts
have limits. All refusals are `BadInput`, with the line where there is one.
"""

from __future__ import annotations

import codecs
import re
import stat
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn, TypeAlias
from xml.parsers import expat

from ..engine import BadInput, Sentence
from ..engine.sentences import of_reader

FILE_LIMIT = 8_000_000
"""Bytes in a file at most, where the reader of a form does not say less."""

YAML_LIMIT = 4_000_000
YAML_PARTS = 200_000
YAML_DEPTH = 16
XML_LIMIT = 16_000_000
XML_PARTS = 300_000
XML_MARKS = 1_000_000
XML_RECORDS = 50_000
XML_DEPTH = 8
XML_RUN = 100_000
"""Bytes from one `<` to the next at most: the length of a tag and of a text."""
RECORD_PARTS = 1_000

Plain: TypeAlias = Any
"""Dicts with text keys, lists, text, whole numbers, true, false and None."""

_NOT_TEXT = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_LONG_RUN = re.compile(rb"[^<]{%d}" % (XML_RUN + 1))
_WHOLE = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,17})")
_WORDS: dict[str, Plain] = {"": None, "~": None, "null": None, "true": True, "false": False}


# ------------------------------------------------------------------ text


def read_bytes(path: Path, limit: int = FILE_LIMIT) -> bytes:
    """What is in a file of at most `limit` bytes. Raises `BadInput`; devices, pipes and folders are refused."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise BadInput(str(path), Sentence("this is not a file"))
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except (OSError, ValueError) as error:
        reason = of_reader(error) if isinstance(error, OSError) else Sentence("no path of a file")
        raise BadInput(f"{str(path)!r:.200}", Sentence("it cannot be read: {reason}", reason=reason)) from None
    if len(data) > limit:
        raise BadInput(str(path), Sentence("larger than {most} bytes", most=limit))
    return data


def decode(data: bytes, where: str, *, latin: bool = False) -> str:
    """Text of UTF-8 bytes (UTF-16 where they begin so; with `latin`, else of Windows or Latin-1 ones).

    Raises `BadInput` for other bytes, and for text with control characters in it.
    """
    try:
        text = data.decode("utf-16" if data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else "utf-8-sig")
    except UnicodeDecodeError as error:
        if not latin:
            raise BadInput(
                where, Sentence("this is not UTF-8 text: byte {start} cannot be read", start=error.start)
            ) from None
        text = data.decode("latin-1" if set(data) & set(b"\x81\x8d\x8f\x90\x9d") else "cp1252")
    if found := _NOT_TEXT.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise BadInput(
            Sentence("{where}, line {line}", where=where, line=line),
            Sentence("the control character {found!r} found: this is not a text file", found=found[0]),
        )
    return text


def read_text(path: Path, limit: int = FILE_LIMIT, *, latin: bool = False) -> str:
    """The text of a file (`read_bytes`, `decode`)."""
    return decode(read_bytes(path, limit), path.name, latin=latin)


# ------------------------------------------------------------------ YAML


def yaml_data(text: str, where: str) -> Plain:
    """The one document of a YAML text as plain data.

    Values without quotes are whole numbers, true, false, null or else text: a date is text, and so is a `no`.
    Raises `BadInput`, also where PyYAML is not installed.
    """
    if len(text) > YAML_LIMIT:
        raise BadInput(where, Sentence("larger than {most} characters of YAML", most=YAML_LIMIT))
    yaml = _yaml(where)
    builder = _Builder(yaml, where)
    try:
        for event in yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            builder.take(event)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = Sentence("{where}, line {line}", where=where, line=mark.line + 1) if mark else where
        raise BadInput(
            place,
            Sentence(
                "this is not YAML: {problem}", problem=Sentence(str(getattr(error, "problem", None) or error)[:200])
            ),
        ) from None
    except RecursionError:
        raise BadInput(where, Sentence("nested deeper than {most}", most=YAML_DEPTH)) from None
    return builder.root


def _yaml(where: str) -> ModuleType:
    try:
        import yaml
    except ImportError:
        reason = Sentence("YAML is read by the package PyYAML, which is not installed: pip install 'iaijutsu[app]'")
        raise BadInput(where, reason) from None
    return yaml


@dataclass(slots=True)
class _Frame:
    """A list or dict that is being filled; `key` waits for its value."""

    holder: list[Plain] | dict[str, Plain]
    key: str | None = None


class _Builder:
    """Makes data of the events of a parser as they come, so that nothing refused is ever built."""

    def __init__(self, yaml: ModuleType, where: str) -> None:
        self.where, self.root, self.parts, self.documents = where, None, 0, 0
        self.frames: list[_Frame] = []
        self.actions: dict[type, Callable[[Any], None]] = {
            yaml.ScalarEvent: self.scalar,
            yaml.SequenceStartEvent: lambda event: self.open([], event),
            yaml.MappingStartEvent: lambda event: self.open({}, event),
            yaml.SequenceEndEvent: self.close,
            yaml.MappingEndEvent: self.close,
            yaml.AliasEvent: lambda event: self.refuse(
                event, Sentence("an alias (*{anchor:.40})", anchor=event.anchor)
            ),
            yaml.DocumentStartEvent: self.document,
        }

    def take(self, event: Any) -> None:
        if action := self.actions.get(type(event)):
            action(event)

    def refuse(self, event: Any, what: str) -> NoReturn:
        raise BadInput(
            Sentence("{where}, line {line}", where=self.where, line=event.start_mark.line + 1),
            Sentence("{found} found; allowed is plain data only", found=what),
        )

    def document(self, event: Any) -> None:
        self.documents += 1
        if self.documents > 1:
            self.refuse(event, Sentence("a second document"))
        if event.tags:
            self.refuse(event, Sentence("a %TAG directive"))

    def check(self, event: Any) -> None:
        if event.anchor is not None:
            self.refuse(event, Sentence("an anchor (&{anchor:.40})", anchor=event.anchor))
        if event.tag is not None:
            self.refuse(event, Sentence("a tag ({tag:.40})", tag=event.tag))
        self.parts += 1
        if self.parts > YAML_PARTS:
            self.refuse(event, Sentence("more than {most} parts", most=YAML_PARTS))

    def open(self, holder: list[Plain] | dict[str, Plain], event: Any) -> None:
        self.check(event)
        if len(self.frames) >= YAML_DEPTH:
            self.refuse(event, Sentence("nesting deeper than {most}", most=YAML_DEPTH))
        if self.frames and isinstance(self.frames[-1].holder, dict) and self.frames[-1].key is None:
            self.refuse(event, Sentence("a key that is not text"))
        self.put(holder)
        self.frames.append(_Frame(holder))

    def close(self, _: Any) -> None:
        self.frames.pop()

    def scalar(self, event: Any) -> None:
        self.check(event)
        frame = self.frames[-1] if self.frames else None
        if frame and isinstance(frame.holder, dict) and frame.key is None:
            frame.key = self.new_key(event, frame.holder)
        else:
            self.put(_value(event.value) if event.implicit[0] else event.value)

    def new_key(self, event: Any, holder: dict[str, Plain]) -> str:
        key: str = event.value
        if key == "<<" and event.implicit[0]:
            self.refuse(event, Sentence("a merge key (<<)"))
        if key in holder:
            self.refuse(event, Sentence("the key {key!r:.60} twice in one table", key=key))
        return key

    def put(self, value: Plain) -> None:
        if not self.frames:
            self.root = value
            return
        frame = self.frames[-1]
        if isinstance(frame.holder, list):
            frame.holder.append(value)
        elif frame.key is not None:
            frame.holder[frame.key], frame.key = value, None


def _value(word: str) -> Plain:
    if word in _WORDS:
        return _WORDS[word]
    return int(word) if _WHOLE.fullmatch(word) else word


# ------------------------------------------------------------------ XML


@dataclass(slots=True)
class Node:
    """An XML element: name, attributes, the text right inside it, the elements inside it."""

    name: str
    attributes: dict[str, str]
    text: str = ""
    children: list[Node] = field(default_factory=list)

    def all(self, name: str) -> list[str]:
        """The stripped texts of its children of that name."""
        return [child.text.strip() for child in self.children if child.name == name]

    def first(self, name: str) -> str | None:
        """The first of `all`, or None."""
        return next(iter(self.all(name)), None)


def xml_records(data: bytes, where: str, root: str, take: Callable[[Node], None]) -> dict[str, str]:
    """Hand each element right under the root element, whose name must be `root`, to `take`; the root's attributes.

    Raises `BadInput` for anything but elements, attributes and text. `take` may raise it too.
    """
    if len(data) > XML_LIMIT:
        raise BadInput(where, Sentence("larger than {most} bytes of XML", most=XML_LIMIT))
    if data.count(b"<") > XML_MARKS:
        raise BadInput(where, Sentence("more than {most} tags", most=XML_MARKS))
    if found := _LONG_RUN.search(data):
        line = data.count(b"\n", 0, found.start()) + 1
        raise BadInput(
            Sentence("{where}, line {line}", where=where, line=line),
            Sentence("a tag or a text longer than {most} bytes", most=XML_RUN),
        )
    reader = _Records(where, root, take)
    try:
        reader.parser.Parse(data, True)
    except expat.ExpatError as error:
        place = Sentence("{where}, line {line}", where=where, line=error.lineno)
        raise BadInput(
            place,
            Sentence(
                "this is not XML: {problem}", problem=Sentence(expat.errors.messages.get(error.code, "it is broken"))
            ),
        ) from None
    except (ValueError, LookupError) as error:
        raise BadInput(where, Sentence("this is not XML: {problem}", problem=of_reader(error))) from None
    return reader.attributes


class _Records:
    """The handlers of one reading."""

    def __init__(self, where: str, root: str, take: Callable[[Node], None]) -> None:
        self.where, self.root, self.hand_over = where, root, take
        self.attributes: dict[str, str] = {}
        self.stack: list[Node] = []
        self.parts = self.inside = self.records = 0
        self.parser = parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.characters
        parser.StartDoctypeDeclHandler = lambda *_: self.refuse(Sentence("a document type (<!DOCTYPE)"))
        parser.EntityDeclHandler = lambda *_: self.refuse(Sentence("an entity (<!ENTITY)"))
        parser.ExternalEntityRefHandler = lambda *_: self.refuse(Sentence("an external entity"))
        parser.ProcessingInstructionHandler = lambda *_: self.refuse(Sentence("a processing instruction (<?name ...)"))

    def refuse(self, what: str) -> NoReturn:
        line = self.parser.CurrentLineNumber
        raise BadInput(
            Sentence("{where}, line {line}", where=self.where, line=line),
            Sentence("{found} found; allowed are elements, attributes and text only", found=what),
        )

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if not self.stack and name != self.root:
            self.refuse(Sentence("the root element <{name:.40}>, not <{root}>,", name=name, root=self.root))
        self.parts += 1
        self.inside = self.inside + 1 if len(self.stack) > 1 else 0
        self.records += len(self.stack) == 1
        if len(self.stack) >= XML_DEPTH:
            self.refuse(Sentence("nesting deeper than {most}", most=XML_DEPTH))
        if self.parts > XML_PARTS or self.records > XML_RECORDS or self.inside > RECORD_PARTS:
            self.refuse(
                Sentence(
                    "more than {parts} elements, {records} records or {record_parts} parts of one",
                    parts=XML_PARTS,
                    records=XML_RECORDS,
                    record_parts=RECORD_PARTS,
                )
            )
        self.stack.append(Node(name, attributes))

    def end(self, _: str) -> None:
        node = self.stack.pop()
        if not self.stack:
            self.attributes = node.attributes
        elif len(self.stack) == 1:
            self.hand_over(node)
        else:
            self.stack[-1].children.append(node)

    def characters(self, text: str) -> None:
        if len(self.stack) > 1:
            node = self.stack[-1]
            node.text += text
            if len(node.text) > XML_RUN:
                self.refuse(Sentence("more than {most} characters in one element", most=XML_RUN))
