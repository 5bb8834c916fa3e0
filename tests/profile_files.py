"""The shipped profiles, completed by those that they are like (mpidbg/layout/derived_profile.h)."""

import json
import os

PROFILES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../mpidbg/layout/profiles")


def profile_names():
    return sorted(name[:-len(".json")] for name in os.listdir(PROFILES) if name.endswith(".json"))


def read_profile(name):
    with open(os.path.join(PROFILES, name + ".json"), encoding="utf-8") as file:
        profile = json.load(file)
    if "like" in profile:
        base = read_profile(profile.pop("like"))
        for member in ("constants", "structs"):
            both = {**base.get(member, {}), **profile.get(member, {})}
            profile[member] = {key: value for key, value in both.items() if value is not None}
    return profile
