"""Card files and decks that are broken, absurd or meant to do harm: refused in words, fast, in little memory."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from iaijutsu.engine import BadInput
from iaijutsu.formats.cards import Database, read_database
from iaijutsu.formats.realdecks import read_deck, read_deckfile

from ..work import no_explosion

CARDS = Path(__file__).parent / "fixtures" / "cards"
MEGABYTES = 50

# ------------------------------------------------------------------ what is refused

CARD = "- title: A\n  types: [Ring]\n"
GOOD_YAML = f"set: S\ncards:\n{CARD}"
GOOD_XML = '<cards version="1"><card id="A" type="ring"><name>A</name></card></cards>'


def yaml_files() -> dict[str, str]:
    """Sets of cards with something in them that plain data does not need, or of a wrong shape."""
    bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
        f"{new}: &{new} [{','.join(f'*{old}' for _ in range(9))}]\n"
        for old, new in zip("abcdefgh", "bcdefghi", strict=True)
    )
    marks = {
        "bomb": bomb + f"set: S\ncards: *i\n{CARD}",
        "alias": "set: &s S\ncards: *s\n",
        "alias of nothing": "set: S\ncards: *nothing\n",
        "alias to itself": "set: S\ncards: &a [*a]\n",
        "anchor": f"set: S\ncards: &a\n{CARD}",
        "anchor on a key": f"&a set: S\ncards:\n{CARD}",
        "merge key": f"set: S\ncards:\n- <<: {{title: A}}\n  types: [Ring]\n{CARD}",
        "python tag": 'set: !!python/object/apply:os.system ["true"]\ncards: []\n',
        "python name": "set: !!python/name:os.system ''\ncards: []\n",
        "python tuple": "set: S\ncards: !!python/tuple [1]\n",
        "own tag": f"set: !mine S\ncards:\n{CARD}",
        "standard tag": f"set: !!str S\ncards:\n{CARD}",
        "binary tag": "set: S\ncards: !!binary aGVsbG8=\n",
        "set tag": "set: S\ncards: !!set {a, b}\n",
        "bare tag": f"set: ! S\ncards:\n{CARD}",
        "verbatim tag": f"set: !<tag:x> S\ncards:\n{CARD}",
        "tag directive": f"%TAG ! tag:x,2000:\n---\n{GOOD_YAML}",
        "two documents": f"{GOOD_YAML}---\n{GOOD_YAML}",
        "second document empty": f"{GOOD_YAML}---\n",
        "key twice": f"set: S\nset: T\ncards:\n{CARD}",
        "key twice in a card": "set: S\ncards:\n- title: A\n  title: B\n  types: [Ring]\n",
        "list as a key": "? [a]\n: b\nset: S\ncards: []\n",
        "table as a key": "{a: b}: c\nset: S\ncards: []\n",
    }
    shapes = {
        "empty": "cards:\n",
        "nothing": "cards: ~\nset: S\n",
        "a list": "- cards:\n",
        "cards a word": "set: S\ncards: many\n",
        "cards a table": "set: S\ncards: {a: b}\n",
        "card a word": "set: S\ncards: [A]\n",
        "card a list": "set: S\ncards: [[A]]\n",
        "card null": "set: S\ncards: [~]\n",
        "no set": f"cards:\n{CARD}",
        "set a list": f"set: [S]\ncards:\n{CARD}",
        "no title": "set: S\ncards:\n- types: [Ring]\n",
        "title null": "set: S\ncards:\n- title: ~\n  types: [Ring]\n",
        "title a list": "set: S\ncards:\n- title: [A]\n  types: [Ring]\n",
        "title a table": "set: S\ncards:\n- title: {A: B}\n  types: [Ring]\n",
        "title empty": "set: S\ncards:\n- title: ''\n  types: [Ring]\n",
        "title of blanks": "set: S\ncards:\n- title: '  '\n  types: [Ring]\n",
        "title endless": f"set: S\ncards:\n- title: {'A' * 300}\n  types: [Ring]\n",
        "types a word": "set: S\ncards:\n- title: A\n  types: Ring\n",
        "types of tables": "set: S\ncards:\n- title: A\n  types: [{a: b}]\n",
        "keywords a word": f"set: S\ncards:\n{CARD}  keywords: Duelist\n",
        "keywords of lists": f"set: S\ncards:\n{CARD}  keywords: [[Duelist]]\n",
        "text a list": f"set: S\ncards:\n{CARD}  text: [a]\n",
        "focus a list": f"set: S\ncards:\n{CARD}  focus: [1]\n",
        "focus true": f"set: S\ncards:\n{CARD}  focus: true\n",
        "chi a table": f"set: S\ncards:\n{CARD}  chi: {{a: 1}}\n",
        "errata a word": f"set: S\ncards:\n{CARD}  errata: yes\n",
        "errata of words": f"set: S\ncards:\n{CARD}  errata: [focus]\n",
        "dates without arcs": "arcs: none\n",
        "dates of words": "arcs: [a]\n",
        "dates of sets of words": "arcs:\n- sets: [a]\n",
        "dates without a name": "arcs:\n- sets: [{release_date: 2001-01-01}]\n",
        "only dates": "arcs: []\n",
    }
    broken = {
        "open bracket": f"{GOOD_YAML}  keywords: [a\n",
        "open quote": f"{GOOD_YAML}  text: 'a\n",
        "tab": f"set: S\ncards:\n-\ttitle: A\n\t types: [Ring]\n{CARD}",
        "bad indent": f"set: S\n  cards:\n {CARD}",
        "backtick": f"set: `S\ncards:\n{CARD}",
        "two colons": f"set: a: b\ncards:\n{CARD}",
        "deep lists": "set: S\ncards: " + "[" * 100_000,
        "deep tables": "set: S\ncards: " + "{a: " * 100_000,
        "deep and closed": "set: S\ncards: " + "[" * 500 + "]" * 500,
        "deep by indent": "cards:\n" + "".join(" " * n + "a:\n" for n in range(200)),
        "deep dashes": "cards:\n" + "- " * 100_000,
        "many parts": "set: S\ncards: [" + "a," * 400_000 + "]",
        "many keys": "cards:\n" + "".join(f" k{n}: 1\n" for n in range(200_000)),
        "too large": "cards: [] #" + "x" * 4_100_000,
        "null byte": f"{GOOD_YAML}\x00",
        "escape": f"{GOOD_YAML}\x1b[2J",
        "no yaml at all": "Dear Sir,\n\nfind my deck enclosed.\n",
    }
    return {f"yaml {name}": text for part in (marks, shapes, broken) for name, text in part.items()}


def xml_files() -> dict[str, str]:
    """Card files in XML with entities and the like, or of a wrong shape."""
    lol = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    card = '<card type="ring"><name>{}</name></card>'
    marks = {
        "billion laughs": f'<!DOCTYPE cards [<!ENTITY l0 "lol">{lol}]><cards>{card.format("&l9;")}</cards>',
        "quadratic": f'<!DOCTYPE c [<!ENTITY a "{"a" * 50_000}">]><cards>{card.format("&a;" * 2000)}</cards>',
        "external entity": f'<!DOCTYPE c [<!ENTITY x SYSTEM "file:///etc/passwd">]><cards>{card.format("&x;")}</cards>',
        "external dtd": '<!DOCTYPE cards SYSTEM "http://127.0.0.1/cards.dtd"><cards/>',
        "public dtd": '<!DOCTYPE cards PUBLIC "-//X//EN" "x.dtd"><cards/>',
        "parameter entity": '<!DOCTYPE c [<!ENTITY % p SYSTEM "x"> %p;]><cards/>',
        "empty doctype": f"<!DOCTYPE cards>{GOOD_XML}",
        "doctype with attributes": '<!DOCTYPE c [<!ATTLIST card type CDATA "ring">]><cards/>',
        "notation": '<!DOCTYPE c [<!NOTATION n SYSTEM "x">]><cards/>',
        "processing instruction": f"<?php echo 1 ?>{GOOD_XML}",
        "style sheet": f'<?xml-stylesheet href="x.xsl"?>{GOOD_XML}',
        "instruction inside": f"<cards><?x y?>{card.format('A')}</cards>",
        "unknown entity": f"<cards>{card.format('&nbsp;')}</cards>",
        "null character": f"<cards>{card.format('&#0;')}</cards>",
        "character out of range": f"<cards>{card.format('&#x110000;')}</cards>",
    }
    shapes = {
        "other root": "<deck/>",
        "html": "<html><body><p>404</p></body></html>",
        "svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
        "no card": "<cards/>",
        "other record": "<cards><kard/></cards>",
        "no name": '<cards><card type="ring"/></cards>',
        "empty name": f"<cards>{card.format('')}</cards>",
        "blank name": f"<cards>{card.format('  ')}</cards>",
        "two names": '<cards><card type="ring"><name>A</name><name>B</name></card></cards>',
        "endless name": f"<cards>{card.format('A' * 300)}</cards>",
        "name of tags": '<cards><card type="ring"><name><![CDATA[<b></b>]]></name></card></cards>',
    }
    broken = {
        "open": "<cards>",
        "open card": "<cards><card>",
        "open tag": "<cards",
        "crossed": "<cards><card></cards></card>",
        "two roots": f"{GOOD_XML}{GOOD_XML}",
        "text behind": f"{GOOD_XML}hello",
        "attribute twice": '<cards a="1" a="2"/>',
        "attribute bare": "<cards a=1/>",
        "only a mark": "<",
        "only a declaration": '<?xml version="1.0"?>',
        "late declaration": f'<cards/><?xml version="1.0"?>{GOOD_XML}',
        "unknown encoding": f'<?xml version="1.0" encoding="klingon"?>{GOOD_XML}',
        "codec that is none": f'<?xml version="1.0" encoding="rot13"?>{GOOD_XML}',
        "codec that unpacks": f'<?xml version="1.0" encoding="zlib"?>{GOOD_XML}',
        "codec of many bytes": f'<?xml version="1.0" encoding="utf-7"?>{GOOD_XML}',
        "cdata open": "<cards><card><![CDATA[",
        "comment open": "<!-- <cards/>",
        "double hyphen": f"<!-- a -- b -->{GOOD_XML}",
        "escape character": f"<cards>{card.format('A' + chr(27))}</cards>",
        "deep": "<cards>" + "<a>" * 100_000,
        "deep and closed": "<cards>" + "<a>" * 50 + "</a>" * 50 + "</cards>",
        "many records": "<cards>" + "<card/>" * 60_000 + "</cards>",
        "many good cards": "<cards>" + card.format("A") * 340_000 + "</cards>",
        "many small elements": "<cards><card><name>A</name></card>"
        + f"<card><name>A</name>{'<a/>' * 900}</card>" * 900
        + "</cards>",
        "many parts of one": "<cards><card>" + "<a/>" * 5_000 + "</card></cards>",
        "long text": f"<cards>{card.format('A' * 2_000_000)}</cards>",
        "long text in pieces": "<cards><card><name><![CDATA["
        + "]]><![CDATA[".join(["x" * 80] * 5_000)
        + "]]></name></card></cards>",
        "many attributes": "<cards " + " ".join(f'a{n}="1"' for n in range(300_000)) + "/>",
        "long name": f"<{'c' * 1_000_000}/>",
        "too large": "<cards>" + "<card/>\n" * 2_100_000 + "</cards>",
    }
    return {f"xml {name}": text for part in (marks, shapes, broken) for name, text in part.items()}


def deck_files() -> dict[str, str]:
    """Decks that are none."""
    fate = "Fate:\n"
    return {
        f"deck {name}": text
        for name, text in {
            "empty": "",
            "blank": " \n\t\n",
            "only headings": "# Fate (40)\n\n# Items\n",
            "only remarks": "// nothing\n// here\n",
            "only marks": "*** --- ***\n",
            "html": "<!DOCTYPE html><html></html>",
            "xml": GOOD_XML,
            "json": '{"Fate": []}',
            "a card set": GOOD_YAML,
            "a card file": '[[card]]\nkey = "a"\n',
            "many copies": "# Fate\n100 Quiet Field\n",
            "very many copies": "# Fate\n9999999 Quiet Field\n",
            "many cards": "# Fate\n" + "99 Quiet Field\n" * 20,
            "many lines": "# Fate\n" + "\n" * 3_000,
            "endless line": "x" * 150_000,
            "too large": "1 Quiet Field\n" * 20_000,
            "nonsense without end": "# Fate\n" + "!!!\n" * 1_500,
            "null byte": "# Fate\n1 Quiet\x00Field\n",
            "escape": "# Fate\n1 Quiet \x1b[2JField\n",
            "no fate": "# Personalities\n1 Tachimori Aoi\n",
            "unknown fate": "# Fate\n1 Nothing Like It\n",
            "unknown list": "Nothing Like It\nNor This\n",
            "a letter": "Dear Sir,\n\nfind my deck enclosed.\n\nYours\n",
            "yaml alias": fate + "  - *quiet\n",
            "yaml anchor": fate + "  - &quiet Quiet Field\n",
            "yaml tag": fate + "  - !!python/object:x Quiet Field\n",
            "yaml merge": fate + "  - <<: x\n",
            "yaml alias of a section": fate + "*all\n",
            "yaml directive": "%TAG ! x\n---\n" + fate + "  - Quiet Field\n",
            "yaml sections only": "Pre-Game:\nDynasty:\nFate:\n",
            "yaml copies": fate + "  - 100x Quiet Field\n",
            "yaml many lines": fate + "\n" * 3_000,
            "yaml unknown": fate + "  - 3x Nothing Like It [X]\n",
        }.items()
    }  # fmt: skip


def raw_files() -> dict[str, bytes]:
    """What is not text at all."""
    lot = Random(7)
    return {
        "raw png.yaml": b"\x89PNG\r\n\x1a\n" + bytes(lot.randbytes(2_000)),
        "raw zip.xml": b"PK\x03\x04" + bytes(lot.randbytes(2_000)),
        "raw gzip.yaml": b"\x1f\x8b\x08" + bytes(lot.randbytes(2_000)),
        "raw latin.yaml": b"set: Caf\xe9\ncards: []\n",
        "raw overlong.yaml": b"set: \xc0\xaf\ncards: []\n",
        "raw surrogate.yaml": b"set: \xed\xa0\x80\ncards: []\n",
        "raw utf16 cut.yaml": b"\xff\xfes\x00e",
        "raw utf16 odd.yaml": "cards: []".encode("utf-16-be"),
        "raw latin.xml": b"<cards><card type='ring'><name>Caf\xe9</name></card></cards>",
        "raw utf16 cut.xml": b"\xff\xfe<\x00c\x00a",
        "raw nulls.yaml": b"\x00" * 5_000,
        "raw nulls.xml": b"<cards>" + b"\x00" * 5_000,
        "raw random.txt": bytes(lot.randbytes(5_000)),
        "raw nulls.txt": b"\x00" * 5_000,
        "raw utf16 cut.l5d": b"\xff\xfe1",
    }


def hostile() -> dict[str, bytes]:
    """Every file that must be refused, by name: card files end in .yaml or .xml, decks in anything else."""
    endings: list[tuple[Callable[[], dict[str, str]], str]] = [
        (yaml_files, ".yaml"), (xml_files, ".xml"), (deck_files, ".l5d")
    ]  # fmt: skip
    made = {name + ending: text.encode() for files, ending in endings for name, text in files().items()}
    return {**made, **raw_files()}


NAMES = sorted(
    [f"{n}.yaml" for n in yaml_files()]
    + [f"{n}.xml" for n in xml_files()]
    + [f"{n}.l5d" for n in deck_files()]
    + [*raw_files()]
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("hostile")
    for name, data in hostile().items():
        (where / name).write_bytes(data)
    return where


@pytest.fixture(scope="module")
def egg() -> Database:
    return read_database([CARDS / "egg.xml"])


def read(path: Path, database: Database) -> object:
    """As a card file or a deck, by the ending."""
    return read_database([path]) if path.suffix in (".yaml", ".xml") else read_deck(path, database)


def test_there_are_many() -> None:
    assert len(NAMES) >= 150
    assert len(set(NAMES)) == len(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_it_is_refused_in_words_before_it_explodes(name: str, folder: Path, egg: Database) -> None:
    with no_explosion(), pytest.raises(BadInput) as caught:
        read(folder / name, egg)
    words = str(caught.value)
    assert name.rpartition(".")[0] in words, "it names the file"
    assert len(words) < 1_000 and words.isprintable()


@pytest.mark.skipif(not Path("/proc/self/status").is_file(), reason="no /proc here to read the memory from")
def test_they_take_little_memory(folder: Path) -> None:
    script = """
import sys
from pathlib import Path
from iaijutsu.engine import BadInput
from iaijutsu.formats.cards import read_database
from iaijutsu.formats.realdecks import read_deck

def highest():  # of this process alone: getrusage counts the parent's, too
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))

egg, folder = Path(sys.argv[1]), Path(sys.argv[2])
database = read_database([egg, egg.with_name("first.yaml")])
before, refused = highest(), 0
for path in sorted(folder.iterdir()):
    try:
        read_database([path]) if path.suffix in (".yaml", ".xml") else read_deck(path, database)
    except BadInput:
        refused += 1
print(refused, highest() - before)
"""
    command = [sys.executable, "-c", script, str(CARDS / "egg.xml"), str(folder)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True, timeout=100)
    refused, kilobytes = map(int, answer.stdout.split())
    assert refused == len(NAMES)
    assert 0 < kilobytes < MEGABYTES * 1024


# ------------------------------------------------------------------ paths


@pytest.mark.parametrize("reader", [lambda path: read_database([path]), read_deckfile])
def test_what_is_no_file(reader: Callable[[Path], object], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "nobody.xml", tmp_path / "pipe", Path("/dev/zero"), Path("a\0b"), tmp_path / ("x" * 5_000)):
        with no_explosion(), pytest.raises(BadInput):
            reader(path)
    with pytest.raises(BadInput):
        read_deckfile(tmp_path)


def test_a_loop_of_links(tmp_path: Path) -> None:
    (tmp_path / "a.xml").symlink_to(tmp_path / "b.xml")
    (tmp_path / "b.xml").symlink_to(tmp_path / "a.xml")
    with pytest.raises(BadInput, match="cannot be read"):
        read_database([tmp_path / "a.xml"])


# ------------------------------------------------------------------ without PyYAML


def test_without_pyyaml_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    with pytest.raises(BadInput, match=r"PyYAML, which is not installed: pip install 'iaijutsu\[app\]'"):
        read_database([CARDS / "first.yaml"])
    assert len(read_database([CARDS / "egg.xml"])) == 12, "XML and decks need nothing"
    assert read_deckfile(CARDS / "deck-heron.yaml").fate


def test_without_the_c_parser_the_same_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    import yaml

    fast = read_database([CARDS / "first.yaml", CARDS / "second.yaml"]).cards()
    monkeypatch.delattr(yaml, "CSafeLoader")
    assert read_database([CARDS / "first.yaml", CARDS / "second.yaml"]).cards() == fast


# ------------------------------------------------------------------ bytes changed by chance


FIXTURES = [
    "egg.xml",
    "first.yaml",
    "second.yaml",
    "set_info.yaml",
    "heron.l5d",
    "oracle.txt",
    "deck-heron.yaml",
    "plain.txt",
]


@pytest.mark.parametrize("name", FIXTURES)
def test_changed_files_are_read_or_refused(name: str, tmp_path: Path) -> None:
    database = read_database([CARDS / "egg.xml", CARDS / "first.yaml", CARDS / "second.yaml"])
    lot = Random(name)
    good = (CARDS / name).read_bytes()
    path = tmp_path / name
    refused = 0
    for _ in range(150):
        path.write_bytes(changed(good, lot))
        try:
            if name.startswith(("egg", "first", "second", "set_info")):
                read_database([path, CARDS / "egg.xml"]).cards()
            else:
                read_deck(path, database)
        except BadInput:
            refused += 1
    assert 0 < refused < 150, "some changes do no harm, some do"


def changed(data: bytes, lot: Random) -> bytes:
    """With bytes replaced, cut out, doubled, or rows exchanged."""
    made = bytearray(data)
    for _ in range(lot.randint(1, 4)):
        at, length = lot.randrange(len(made)), lot.randint(1, 30)
        match lot.randrange(4):
            case 0:
                made[at] = lot.randrange(256)
            case 1:
                del made[at : at + length]
            case 2:
                made[at:at] = made[at : at + length]
            case _:
                rows = made.split(b"\n")
                lot.shuffle(rows) if lot.random() < 0.3 else rows.pop(lot.randrange(len(rows)))
                made = bytearray(b"\n".join(rows))
        made = made or bytearray(b"x")
    return bytes(made)
