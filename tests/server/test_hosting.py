"""What those who host it are given: the files fit the program, and the page about the interface works as it stands."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from iaijutsu.play import cli
from iaijutsu.play.server import settings, watch
from iaijutsu.play.server.stream import STREAM_HEADERS

from .serving import Served, serving

ROOT = Path(__file__).resolve().parent.parent.parent
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
DOCKERFILE = (ROOT / "Dockerfile").read_text()
HOSTING = (ROOT / "docs" / "hosting.md").read_text()
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]


def environment(text: str) -> dict[str, str]:
    """The variables that a Dockerfile sets."""
    return dict(re.findall(r"(IAIJUTSU_\w+)=(\S+)", text))


# --- Dockerfile ------------------------------------------------------------------------------------------


def test_the_image_copies_what_there_is_and_installs_extras_that_there_are() -> None:
    for line in re.findall(r"^COPY (?!--from)(.+)$", DOCKERFILE, re.MULTILINE):
        for name in line.split()[:-1]:
            assert (ROOT / name).exists(), name
            assert f"!{name}" in (ROOT / ".dockerignore").read_text().split()
    (extras,) = re.findall(r'"\.\[([\w,]+)\]"', DOCKERFILE)
    assert {"web", "pg"} == set(extras.split(",")) <= set(EXTRAS)


def test_the_image_runs_a_command_that_there_is_with_settings_that_there_are() -> None:
    (entry,), (words,) = (
        re.findall(r"^ENTRYPOINT (\[.*\])$", DOCKERFILE, re.MULTILINE),
        re.findall(r"^CMD (\[.*\])$", DOCKERFILE, re.MULTILINE),
    )
    assert yaml.safe_load(entry) == ["iaijutsu"]
    told = yaml.safe_load(words)
    parsed = cli.parser(told[0]).parse_args(told)
    assert parsed.run == "cmd_serve:serve" and parsed.browser is False
    found = environment(DOCKERFILE)
    assert set(found) <= set(map(settings.variable_of, settings.READERS))
    read = settings.read({}, found)
    assert (read.host, read.log, read.loopback) == ("0.0.0.0", "json", False)
    assert f"EXPOSE {read.port}" in DOCKERFILE and f"127.0.0.1:{read.port}/readyz" in DOCKERFILE


def test_the_image_does_not_run_as_root_and_stops_by_the_signal_that_we_know() -> None:
    last = DOCKERFILE.rpartition("\nFROM ")[2]
    assert re.search(r"^USER iaijutsu$", last, re.MULTILINE)
    assert last.index("USER iaijutsu") < last.index("ENTRYPOINT")
    assert "STOPSIGNAL SIGTERM" in last and "HEALTHCHECK" in last


# --- compose ---------------------------------------------------------------------------------------------


def test_two_tables_share_one_database_behind_one_proxy() -> None:
    services = COMPOSE["services"]
    tables = {name: one for name, one in services.items() if one.get("image") == "iaijutsu"}
    assert sorted(tables) == ["table-1", "table-2"]
    for one in tables.values():
        assert one["depends_on"] == {"database": {"condition": "service_healthy"}}
        assert one["build"] == "." and "ports" not in one
    assert set(services["proxy"]["depends_on"]) == set(tables)
    assert list(services["proxy"]["ports"]) == ["80:80", "443:443"]


def test_compose_sets_what_the_program_reads() -> None:
    told = COMPOSE["services"]["table-1"]["environment"]
    filled = {name: re.sub(r"\$\{(\w+)[^}]*\}", "x.example", value) for name, value in told.items()}
    read = settings.read({}, filled)
    assert read.origin == "https://x.example" and read.secure
    assert read.database == "postgresql://iaijutsu:x.example@database/iaijutsu"
    subnet = COMPOSE["networks"]["inside"]["ipam"]["config"][0]["subnet"]
    assert [str(network) for network in read.proxies] == [subnet]


def test_every_volume_network_and_file_that_compose_names_is_there() -> None:
    for name, one in COMPOSE["services"].items():
        assert set(one["networks"]) <= set(COMPOSE["networks"]), name
        for volume in one.get("volumes", ()):
            source = volume.partition(":")[0]
            assert (ROOT / source).is_file() if source.startswith("./") else source in COMPOSE["volumes"], volume


def test_the_proxies_know_the_tables_and_do_not_buffer_streams() -> None:
    caddy, nginx = [(ROOT / "hosting" / name).read_text() for name in ("Caddyfile", "nginx.conf")]
    for name in ("table-1", "table-2"):
        assert f"{name}:8000" in caddy and name in COMPOSE["services"]
    assert "flush_interval -1" in caddy and "respond /metrics 404" in caddy
    assert "proxy_buffering off" in nginx and "location = /metrics { return 404; }" in nginx
    assert "X-Forwarded-For $remote_addr" in nginx
    patience = int(re.findall(r"proxy_read_timeout (\d+)s", nginx)[0])
    assert patience > 2 * settings.Settings().heartbeat
    assert STREAM_HEADERS["X-Accel-Buffering"] == "no"
    largest = int(re.findall(r"client_max_body_size (\d+)m", nginx)[0]) * 1024 * 1024
    assert largest >= settings.Limits().upload
    for text in (caddy, nginx):
        assert text.count("{") == text.count("}")


# --- the pages -------------------------------------------------------------------------------------------


def test_every_setting_is_on_the_page() -> None:
    for name in settings.READERS:
        assert f"| `--{name}` | `{settings.variable_of(name)}` |" in HOSTING
    limits = settings.Limits()
    pause = f"{1 / limits.make.per_second:.0f} seconds"
    assert f"| duels made, by one address or pass | {limits.make.burst} at once, then one in {pause} |" in HOSTING
    assert f"| other posts | {limits.act.burst} at once, then {limits.act.per_second:.0f} a second |" in HOSTING
    assert f"| pages and lists | {limits.look.burst} at once, then {limits.look.per_second:.0f} a second |" in HOSTING
    assert f"| open pages of one address | {limits.streams} |" in HOSTING
    assert f"{limits.body // 1024} KiB" in HOSTING and f"{limits.upload // 1024 // 1024} MiB" in HOSTING


def test_every_number_on_the_page_is_told() -> None:
    told = watch.Numbers()
    told.refused.labels("x"), told.commands.labels("x", "y"), told.faults.labels("x")
    told.requests.labels("x", "y", "z"), told.pushes.labels("x"), told.renders.labels("x"), told.seconds.labels("x")
    text = told.told().decode()
    for name in set(re.findall(r"`(iaijutsu_\w+)`", HOSTING)):
        assert name in text, name


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path) as made:
        yield made


def test_the_page_about_the_interface_works_as_it_stands(served: Served) -> None:
    """Its commands are run one after the other, against a server that was just started."""
    if not (shutil.which("bash") and shutil.which("curl") and shutil.which("jq")):
        pytest.skip("no curl or jq here")
    text = (ROOT / "docs" / "api.md").read_text()
    commands = re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert len(commands) >= 7
    script = "set -euo pipefail\n" + "\n".join(commands).replace("http://localhost:8000/", served.url)
    done = subprocess.run(
        ["bash", "-c", script],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, "no_proxy": "*"},
    )
    assert done.returncode == 0, done.stderr + done.stdout
    assert '"repeated":false' in done.stdout
    assert "event: seen" in done.stdout
    assert "problem" not in done.stdout and '"code"' not in done.stdout, done.stdout[-500:]
