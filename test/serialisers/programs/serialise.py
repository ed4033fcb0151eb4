"""Parses each file as JSON and prints what json.dumps makes of it: profile, number of the file, hex."""
import json
import sys

PROFILES = {
    "json.dumps": {},
    "json.dumps compact": {"separators": (",", ":")},
    "json.dumps sort_keys": {"sort_keys": True},
    "json.dumps sort_keys compact": {"sort_keys": True, "separators": (",", ":")},
    "json.dumps indent=2": {"indent": 2},
    "json.dumps indent=4 sort_keys": {"indent": 4, "sort_keys": True},
    "json.dumps indent=4": {"indent": 4},
    "json.dumps indent tab": {"indent": "\t"},
    "json.dumps sort_keys ensure_ascii=False compact": {
        "sort_keys": True,
        "ensure_ascii": False,
        "separators": (",", ":"),
    },
    "json.dumps indent=2 ensure_ascii=False": {"indent": 2, "ensure_ascii": False},
    "json.dumps ensure_ascii=False": {"ensure_ascii": False},
    "json.dumps ensure_ascii=False compact": {"ensure_ascii": False, "separators": (",", ":")},
}

for number, name in enumerate(sys.argv[1:]):
    with open(name, "rb") as file:
        text = file.read()
    try:
        value = json.loads(text)
    except ValueError:
        continue
    for profile, options in PROFILES.items():
        print(profile, number, json.dumps(value, **options).encode().hex(), sep="\t")
