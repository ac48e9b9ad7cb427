"""Cases of the suite `cli` about maps of a user's own: import, sheet, a battle on it, and what is refused. Called by cli_suite.py."""

import json
import math
import os
import pathlib
import resource
import shutil
import signal
import tarfile

from cli_lib import MAP, SCENARIO, ended, linghe, on_terminal, png_size, snapshot, start, wait_for
from suitelib import ROOT

DATA = ROOT / "tests" / "data" / "terrain"
LUXEMBOURG = ["--elevation", DATA / "terra_elev_luxembourg.tif", "--centre", "49.85,6.1", "--size", "4"]
FILES = {"map.toml", "land.grid", "sheet.png", "sheet.json"}


def imported(home, *words, out="land", **more):
    return linghe(home, "terrain", "import", *words, "--out", out, **more)


def gdal_there(suite, home):
    told = imported(home, *LUXEMBOURG, "--json")
    if "built without GDAL" in told.err:
        suite.check("a build without GDAL says so and leaves nothing", told.code == 2 and not (home / "land").exists(), told)
        return False
    found = told.object() or {}
    suite.check(
        "a GeoTIFF becomes a map: four files, figures as JSON, nothing else said on standard output",
        told.code == 0 and set(snapshot(home / "land")) == FILES and found.get("schema_version") == 1 and found.get("nx") == 400,
        told,
    )
    suite.check(
        "the map says where it comes from",
        found.get("provenance", {}).get("crs") == "EPSG:32632"
        and len(found.get("provenance", {}).get("sources", [{}])[0].get("sha256", "")) == 64,
        found.get("provenance"),
    )
    return True


def a_battle_on_it(suite, home):
    told = linghe(home, "terrain", "sheet", "land", "--png", "sheet.png", "--json")
    suite.check(
        "terrain sheet draws the same picture and tells the same figures as the import",
        told.code == 0
        and (home / "sheet.png").read_bytes() == (home / "land" / "sheet.png").read_bytes()
        and told.object() == json.loads((home / "land" / "sheet.json").read_text(encoding="utf-8")),
        told,
    )
    suite.check("the sheet is a whole picture", png_size(home / "sheet.png") == (2100, 1400), png_size(home / "sheet.png"))
    made = linghe(home, "new", "on-it", "--map", "land")
    suite.check(
        "new --map writes a battle with the map beside it",
        made.code == 0 and {SCENARIO, MAP, "land.grid"} == set(snapshot(home / "on-it")),
        made,
    )
    told = linghe(home, "check", "on-it/")
    suite.check("that battle is sound", told.code == 0, told)
    fought = linghe(home, "run", "on-it/", "--set", "minutes=1", "--out", "on-it-run", "--json")
    suite.check("and is fought", fought.code == 0 and (fought.object() or {}).get("state") == "finished", fought)
    told = linghe(home, "terrain", "sheet", "tiny", "--json")
    suite.check("a shipped battle's map has a sheet too", told.code == 0 and (told.object() or {}).get("provenance", 1) is None, told)
    for name, spoilt, code, says in [
        ("a grid file with one byte changed", lambda b: b[:500] + bytes([b[500] ^ 1]) + b[501:], 3, "checksum"),
        ("a grid file that breaks off", lambda b: b[: len(b) // 2], 3, "land.grid"),
    ]:
        grid = home / "on-it" / "land.grid"
        whole = grid.read_bytes()
        grid.write_bytes(spoilt(whole))
        told = linghe(home, "check", "on-it/")
        suite.check(f"check refuses {name}, with file and place", told.code == code and says in told.err and "map.toml:" in told.err, told)
        grid.write_bytes(whole)
    (home / "on-it" / "land.grid").unlink()
    told = linghe(home, "check", "on-it/")
    suite.check("check misses a grid file that is not there", told.code == 3 and "land.grid" in told.err and "remedy:" in told.err, told)
    shutil.rmtree(home / "on-it")
    shutil.rmtree(home / "on-it-run", ignore_errors=True)


def walls(suite, home):
    words = ["--vectors", DATA / "luxembourg_features.geojson", "--patch", DATA / "luxembourg_patch.toml"]
    told = imported(home, "--elevation", DATA / "terra_elev_luxembourg.tif", "--centre", "49.85,6.1", "--size", "8", *words, "--json", out="fort")
    found = told.object() or {}
    suite.check(
        "rivers, fords, walls with gates and ditches are told by the sheet",
        told.code == 0
        and [r["id"] for r in found["rivers"]] == ["brook"]
        and [f["id"] for f in found["fords"]] == ["mill-ford", "causeway"]
        and [(g["id"], g["open"]) for g in found["walls"][0]["gates"]] == [("west-gate", True), ("east-gate", False)],
        told,
    )
    linghe(home, "new", "siege", "--map", "fort")
    scenario = home / "siege" / SCENARIO
    text = scenario.read_text(encoding="utf-8")
    at = next(line for line in text[text.index('id = "household"') :].splitlines() if line.startswith("at = "))
    scenario.write_text(text.replace(at, "at = [4300, 1800]"), encoding="utf-8")
    told = linghe(home, "check", "siege/")
    suite.check("a unit placed in a wall is refused", told.code == 3 and "stands in a wall" in told.err and "remedy:" in told.err, told)
    scenario.write_text(text.replace(at, "at = [4500, 1800]"), encoding="utf-8")
    told = linghe(home, "check", "siege/")
    suite.check("inside the fort it may stand", told.code == 0, told)
    shutil.rmtree(home / "siege")
    shutil.rmtree(home / "fort")


def refused(suite, home):
    (home / "plain.asc").write_text("ncols 9\nnrows 9\nxllcorner 360000\nyllcorner 4550000\ncellsize 60\n" + "100 " * 81, encoding="utf-8")
    (home / "file").write_text("here", encoding="utf-8")
    plain = ["--elevation", "plain.asc", "--source-crs", "EPSG:32651"]
    before = snapshot(home)
    cases = [
        ("a raster without reference system", ["--elevation", "plain.asc"], 3, "--source-crs"),
        ("a file that is not there", ["--elevation", "nowhere.tif"], 74, "no such file"),
        ("a text that is no raster", ["--elevation", "file"], 7, "cannot be read as a raster"),
        ("a rotated raster without reference system", ["--elevation", DATA / "rasterio_rotated.tif"], 3, "--source-crs"),
        ("the whole world", ["--elevation", DATA / "etopo1_1deg.tif"], 6, "--centre"),
        ("a country at 10 m", ["--elevation", DATA / "terra_elev_luxembourg.tif"], 6, "--size"),
        ("a place beyond the border", ["--elevation", DATA / "terra_elev_luxembourg.tif", "--centre", "49.5,5.8", "--size", "8"], 3, "without data"),
        ("a place on another continent", ["--elevation", DATA / "terra_elev_luxembourg.tif", "--centre", "41,121", "--size", "4"], 3, "does not cover"),
        ("a map of size 0", [*plain, "--centre", "41,121", "--size", "0"], 2, "no size"),
        ("a cell of 1 m", [*plain, "--cell", "1"], 2, "5 to 20"),
        ("degrees for metres", [*plain, "--crs", "EPSG:4326"], 2, "degrees"),
        ("a misspelt system", [*plain, "--crs", "UTM51"], 2, "no reference system"),
        ("a misspelt cover", [*plain, "--cover-default", "forest"], 2, "covers:"),
        ("a cover without its table", [*plain, "--cover", "plain.asc"], 2, "--cover-table"),
        ("an address on the network", ["--elevation", "/vsicurl/http://localhost/a.tif"], 2, "no file of this machine"),
    ]
    for name, words, code, says in cases:
        told = imported(home, *words, out="never")
        suite.check(
            f"import refuses {name}, says how to mend it and leaves nothing",
            told.code == code and says in told.err and "hint:" in told.err and not told.out and snapshot(home) == before,
            told,
        )
    told = imported(home, *plain, out="land")
    suite.check("import overwrites nothing", told.code == 2 and "is there already" in told.err and snapshot(home) == before, told)
    told = imported(home, *plain, out="file/within")
    suite.check("a folder that cannot be made is told", told.code == 74 and "hint:" in told.err and snapshot(home) == before, told)

    def small():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))

    told = imported(home, *LUXEMBOURG, out="full", preexec_fn=small)
    suite.check("a full disk leaves nothing half-written", told.code == 74 and snapshot(home) == before, told)
    told = linghe(home, "terrain", "sheet", "nowhere/", "--json")
    suite.check("a sheet of nothing is refused", told.code == 74 and "hint:" in told.err, told)
    told = linghe(home, "terrain", "shet")
    suite.check("a misspelt verb of terrain is answered with the nearest", told.code == 2 and 'did you mean "sheet"' in told.err, told)


def broken_files(suite, home):
    folder = home / "broken"
    with tarfile.open(DATA / "tiff_malformed.tar.gz") as archive:
        names = [m.name for m in archive.getmembers() if m.isfile()]
        for n, member in enumerate(m for m in archive.getmembers() if m.isfile()):
            (folder / str(n)).parent.mkdir(exist_ok=True)
            (folder / str(n)).write_bytes(archive.extractfile(member).read())
    wrong = []
    step = 8 if suite.smoke else 1
    for n in range(0, len(names), step):
        told = imported(home, "--elevation", f"broken/{n}", "--source-crs", "EPSG:32631", out="never")
        if told.code not in (3, 6, 7) or "hint:" not in told.err or told.err.count("linghe:") != 1 or (home / "never").exists():
            wrong.append(f"{names[n]}: {told}")
    suite.check(f"{len(range(0, len(names), step))} broken TIFF files are refused one by one, none brings the program down", not wrong, "\n".join(wrong[:3]))
    shutil.rmtree(folder)


def zigzag(home, points):
    """A river that turns at every point, by 60 to 1,000 m: nothing of it can be left out. In metres of UTM 51 north."""
    line = [[360010 + 2400 * k / points, 4551200 + (-1) ** k * (60 + k * 977 % 940)] for k in range(points)]
    river = {"type": "Feature", "properties": {"kind": "river"}, "geometry": {"type": "LineString", "coordinates": line}}
    crs = {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::32651"}}
    (home / "zigzag.geojson").write_text(json.dumps({"type": "FeatureCollection", "crs": crs, "features": [river]}), encoding="utf-8")


def long_and_stopped(suite, home):
    (home / "flat.asc").write_text("ncols 99\nnrows 99\nxllcorner 360000\nyllcorner 4550000\ncellsize 25\n" + "100 " * 9801, encoding="utf-8")
    flat = ["--elevation", "flat.asc", "--source-crs", "EPSG:32651"]
    zigzag(home, 50_000)
    before = snapshot(home)
    told = imported(home, *flat, "--vectors", "zigzag.geojson", out="never")
    refused = told.code == 6 and "zigzag.geojson" in told.err and "at most 4000" in told.err and snapshot(home) == before
    suite.check("a river of 50,000 points is taken, or refused as a limit and nothing is left", told.code == 0 or refused, told)
    shutil.rmtree(home / "never", ignore_errors=True)
    zigzag(home, 3000)
    code, seen = on_terminal(home, "terrain", "import", *map(str, flat), "--vectors", "zigzag.geojson", "--out", "wild")
    suite.check("an import says on a terminal what it is doing", code == 0 and "import" in seen and "%" in seen, f"{code}: {seen[:300]!r}")
    shutil.rmtree(home / "wild", ignore_errors=True)
    before = snapshot(home)
    child = start(home, "terrain", "import", *flat, "--vectors", "zigzag.geojson", "--out", "deep/stopped", "--json")
    wait_for(child, home / "deep")
    child.send_signal(signal.SIGTERM)
    told = ended(child)
    suite.check(
        "an import that is stopped ends with 75 and leaves neither part nor folder",
        told.code == 75 and "Stopped" in told.err and (told.object() or {}).get("stopped") is True and snapshot(home) == before,
        told,
    )
    for name in ("zigzag.geojson", "flat.asc"):
        (home / name).unlink()


def words_of_an_import(suite, home):
    plain = ["--elevation", "plain.asc", "--source-crs", "EPSG:32651"]
    before = snapshot(home)
    for words, says in [
        (["--licence", "other.tif=CC-BY"], "other.tif"),
        (["--licence", "CC-BY", "--licence", "GPL"], "two texts"),
        (["--licence", "plain.asc=CC-BY", "--licence", "plain.asc=GPL"], "two licences"),
        (["--licence", "x" * 2000], "at most 1000"),
        *[([option, value], value) for option in ("--river-width", "--river-depth", "--river-rise", "--fill", "--cell") for value in ("nan", "inf", "-1", "1e400")],
        (["--nodata", "nan"], "--nodata"),
        (["--centre", "nan,nan", "--size", "4"], "--centre"),
        (["--centre", "41,121", "--size", "inf"], "--size"),
    ]:
        told = imported(home, *plain, *words, out="never")
        suite.check(
            f"import refuses {' '.join(words)[:60]} as a usage error",
            told.code == 2 and says in told.err and "hint:" in told.err and snapshot(home) == before,
            told,
        )


def terrain(suite, home):
    place = pathlib.Path(home) / "terrain"
    os.mkdir(place)
    if not gdal_there(suite, place):
        return
    for part in (a_battle_on_it, walls, refused, words_of_an_import, long_and_stopped, broken_files):
        part(suite, place)
    shutil.rmtree(place)
