"""The shell programs of a document, for tests that run them as they stand."""

import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def recipes_under(document: str, heading: str) -> list[str]:
    """The blocks marked as sh between this heading and the next one, in their order."""
    with open(os.path.join(ROOT, document), encoding="utf-8") as file:
        sections = re.split(r"^## ", file.read(), flags=re.MULTILINE)
    (section,) = [section for section in sections if section.startswith(heading + "\n")]
    return re.findall(r"^```sh\n(.*?)^```", section, flags=re.MULTILINE | re.DOTALL)


def with_time(recipe: str, usual: str, seconds: float) -> str:
    """The recipe with another time in the only place of the usual one."""
    assert recipe.count(usual) == 1, f"{usual} is not in the recipe once:\n{recipe}"
    return recipe.replace(usual, f"{seconds:g}")
