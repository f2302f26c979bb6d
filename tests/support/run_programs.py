"""Runs the programs of a JSON list on standard input, each on its own; prints the JSON list of what they printed."""

import contextlib
import io
import json
import sys
import warnings

warnings.simplefilter("ignore")


def run(program: str) -> str:
    output = io.StringIO()
    try:
        with contextlib.redirect_stdout(output):
            exec(program, {"__name__": "__main__"})
    except Exception as error:  # the test shows it beside the number
        return f"{type(error).__name__}: {error}"
    return output.getvalue().strip()


json.dump([run(program) for program in json.load(sys.stdin)], sys.stdout)
