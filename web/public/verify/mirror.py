#!/usr/bin/env python3
"""Mirrors the list of commitments of a Croupier casino and checks it: for Python 3.8 and later, with nothing to install.

    python3 mirror.py FILE                          check what was mirrored before
    python3 mirror.py FILE https://CASINO           fetch what is new, check it, and add it to the file
    python3 mirror.py FILE [https://CASINO] HASH    the same, and tell where the hash of a server seed stands

Every entry is a line "number,at_ms,server_seed_hash,head". Its head is

    hex(SHA-256("croupier.chain.v1:{head before}:{number}:{at_ms}:{server_seed_hash}"))

and the head before the first entry is 64 zeros. What the casino answers has to go on from the last line of the file: a
list that was changed since does not. Give the file to others, or publish its last line, and all hold the same list.
"""

import hashlib
import os
import sys
import urllib.request

LABEL = "croupier.chain.v1"
TITLE = "number,at_ms,server_seed_hash,head"


def checked(lines, number, head):
    """The entries of lines that go on from an entry with this number and head."""
    for line in lines:
        fields = line.strip().split(",")
        if len(fields) != 4:
            raise SystemExit("BROKEN: no entry: %r" % line)
        text = "%s:%s:%d:%s:%s" % (LABEL, head, number + 1, fields[1], fields[2])
        if fields[0] != str(number + 1) or fields[3] != hashlib.sha256(text.encode("ascii")).hexdigest():
            raise SystemExit("BROKEN: entry %s does not follow on entry %d" % (fields[0], number))
        number, head = number + 1, fields[3]
        yield number, fields[1], fields[2], head


def lines_of(text):
    lines = text.splitlines()
    if lines[:1] != [TITLE]:
        raise SystemExit("BROKEN: this is no list of commitments")
    return lines[1:]


def fetched(casino, after):
    address = "%s/api/fairness/commitments.csv?after=%d" % (casino.rstrip("/"), after)
    with urllib.request.urlopen(address, timeout=30) as answer:
        return lines_of(answer.read().decode("ascii"))


def main(path, *rest):
    casino = next((word for word in rest if "://" in word), None)
    wanted = next((word for word in rest if "://" not in word), None)
    entries, end = [], (0, "", "", "0" * 64)
    if os.path.exists(path):
        with open(path, encoding="ascii") as file:
            entries = list(checked(lines_of(file.read()), end[0], end[3]))
    else:
        with open(path, "w", encoding="ascii") as file:
            file.write(TITLE + "\n")
    end = entries[-1] if entries else end
    while casino:
        new = list(checked(fetched(casino, end[0]), end[0], end[3]))
        if not new:
            break
        with open(path, "a", encoding="ascii") as file:
            file.writelines("%d,%s,%s,%s\n" % entry for entry in new)
        entries, end = entries + new, new[-1]
    print("ok: %d entries, head %s" % (end[0], end[3]))
    if wanted:
        found = [entry for entry in entries if entry[2] == wanted]
        print("entry %d, at %s ms" % found[0][:2] if found else "not in the list: %s" % wanted)
        return 0 if found else 1
    return 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    sys.exit(main(*sys.argv[1:]))
