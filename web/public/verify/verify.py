#!/usr/bin/env python3
"""Checks rounds of Croupier's own games: a standalone verifier, for Python 3.8 and later, with nothing to install.

    python3 verify.py ROUND.json [ANOTHER.json ...]

A file holds the answer of /api/player/fairness/rounds/NUMBER for a round whose server seed is revealed, or a list of
such answers. The hash of the server seed is compared with the one in the answer: compare it with the one that you wrote
down before you played, too, or give it with --hash HASH.

It is written from the text of the page "Provably fair" alone and shares nothing with the server or with the site.
"""

import hashlib
import hmac
import json
import sys

COMMIT = "croupier.commit.v1:"
OUTCOME = b"croupier.outcome.v1"
REDS = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}


class Stream:
    """The numbers of one step of one round."""

    def __init__(self, server_seed, client_seed, currency, nonce, step):
        self.key = hmac.new(bytes.fromhex(server_seed), OUTCOME, hashlib.sha256).digest()
        self.prefix = "%s:%s:%s:%d:" % (client_seed, currency, nonce, step)
        self.block = 0
        self.words = []

    def word(self):
        if not self.words:
            message = (self.prefix + str(self.block)).encode("ascii")
            block = hmac.new(self.key, message, hashlib.sha256).digest()
            self.words = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]
            self.block += 1
        return self.words.pop(0)

    def below(self, n):
        bound = (1 << 32) // n * n
        while True:
            word = self.word()
            if word < bound:
                return word % n

    def chosen(self, entries):
        """One of (name, weight) pairs by weight, in their order."""
        left = self.below(sum(weight for _, weight in entries))
        for name, weight in entries:
            if left < weight:
                return name
            left -= weight
        raise AssertionError("weights changed")


def by_count(table, count):
    """The entry of the greatest count that is not above the counted one."""
    counts = [int(key) for key in table if int(key) <= count]
    return table[str(max(counts))] if counts else 0


def rung(ladder, at):
    return ladder[min(at, len(ladder) - 1)] if ladder else 1


class Slots:
    """A slots game, played by its definition."""

    def __init__(self, definition):
        self.d = definition
        self.ids = [symbol["id"] for symbol in definition["symbols"]]
        self.regular = self.with_role("regular")
        self.scatter = (self.with_role("scatter", "wild_scatter") or [None])[0]
        self.wild = (self.with_role("wild", "wild_scatter") or [None])[0]
        self.coin = (self.with_role("coin") or [None])[0]
        self.mystery = (self.with_role("mystery") or [None])[0]
        self.free = definition.get("freespins") or {}
        self.tumble = definition.get("tumble") or {}
        self.hold = definition.get("hold_and_win")

    def with_role(self, *roles):
        return [symbol["id"] for symbol in self.d["symbols"] if symbol["role"] in roles]

    def stands_for(self, cell, symbol):
        listed = (self.d.get("wild") or {}).get("substitutes_for", self.regular)
        return cell is not None and cell == self.wild and symbol in self.regular and symbol in listed

    def counts_as(self, cell, symbol):
        return cell == symbol or self.stands_for(cell, symbol)

    def by_symbols(self, weights):
        return [(symbol, weights[symbol]) for symbol in self.ids if symbol in weights]

    def pay(self, symbol, count):
        table = self.d["scatter"]["pays"] if symbol == self.scatter else self.d["pays"].get(symbol, {})
        return by_count(table, count)

    # Windows

    def set_at(self, reel_set, at):
        leaving = (self.d.get("levels") or {}).get("leaving", [])[:at]
        if reel_set["kind"] != "cells" or not leaving:
            return reel_set
        left = {symbol: w for symbol, w in reel_set["weights"].items() if symbol not in leaving}
        return {"kind": "cells", "weights": left}

    def draw(self, reel_set, held, stream):
        rows, heights = self.d["rows"], self.d.get("heights")
        stops, window = [], []
        for reel in range(self.d["reels"]):
            if reel in held:
                window.append([self.wild] * rows)
            elif reel_set["kind"] == "strips":
                shown = rows
                if heights:
                    weights = heights["weights"][reel]
                    shown = stream.chosen([(cells, weights[str(cells)]) for cells in sorted(map(int, weights))])
                strip = reel_set["strips"][reel]
                stop = stream.below(len(strip))
                stops.append(stop)
                window.append([strip[(stop + row) % len(strip)] for row in range(shown)])
            else:
                weights = reel_set["weights"] if reel_set["kind"] == "cells" else reel_set["weights"][reel]
                window.append([stream.chosen(self.by_symbols(weights)) for _ in range(rows)])
        return stops, window

    def fall(self, reel_set, window, removed, stream):
        gone = set(map(tuple, removed))
        fallen = []
        for reel, cells in enumerate(window):
            kept = [cell for row, cell in enumerate(cells) if (reel, row) not in gone]
            fresh = [stream.chosen(self.by_symbols(reel_set["weights"])) for _ in range(len(cells) - len(kept))]
            fallen.append(fresh + kept)
        return fallen

    # Wins

    def win(self, kind, symbol, count, positions, amount, line=None, ways=None):
        return {
            "kind": kind, "symbol": symbol, "count": count, "line": line, "ways": ways,
            "positions": [list(at) for at in positions], "amount_cents": amount,
        }

    def wins(self, window, unit):
        found = getattr(self, "wins_of_" + self.d["evaluation"]["kind"])(window, unit)
        return [win for win in found if win["amount_cents"] > 0]

    def wins_of_lines(self, window, unit):
        for line, rows in enumerate(self.d["evaluation"]["lines"]):
            cells = [window[reel][row] for reel, row in enumerate(rows)]
            best = (0, None, 0)
            for symbol in self.ids:
                if symbol not in self.regular and (symbol != self.wild or symbol == self.scatter):
                    continue
                count = next((at for at, cell in enumerate(cells) if not self.counts_as(cell, symbol)), len(cells))
                units = self.pay(symbol, count)
                if any(self.stands_for(cell, symbol) for cell in cells[:count]):
                    units *= self.d["wild"]["multiplier"]
                if units > best[0]:
                    best = (units, symbol, count)
            units, symbol, count = best
            if units:
                yield self.win("line", symbol, count, list(enumerate(rows))[:count], units * unit, line=line)

    def wins_of_ways(self, window, unit):
        for symbol in self.regular:
            ways, positions, count = 1, [], 0
            for reel, cells in enumerate(window):
                hits = [(reel, row) for row, cell in enumerate(cells) if self.counts_as(cell, symbol)]
                if not hits:
                    break
                ways, positions, count = ways * len(hits), positions + hits, count + 1
            yield self.win("ways", symbol, count, positions, self.pay(symbol, count) * ways * unit, ways=ways)

    def wins_of_pay_anywhere(self, window, unit):
        for symbol in self.regular:
            cells = [(r, c) for r, reel in enumerate(window) for c, cell in enumerate(reel) if self.counts_as(cell, symbol)]
            yield self.win("pay_anywhere", symbol, len(cells), cells, self.pay(symbol, len(cells)) * unit)

    def wins_of_clusters(self, window, unit):
        for symbol in self.regular:
            left = {(r, c) for r, reel in enumerate(window) for c, cell in enumerate(reel) if cell == symbol}
            while left:
                cluster = [min(left)]
                left.remove(cluster[0])
                for reel, row in cluster:
                    beside = {(reel - 1, row), (reel + 1, row), (reel, row - 1), (reel, row + 1)} & left
                    left -= beside
                    cluster.extend(beside)
                cells = sorted(cluster)
                yield self.win("cluster", symbol, len(cells), cells, self.pay(symbol, len(cells)) * unit)

    # A spin

    def spin(self, kind, feature, unit, stream):
        free = self.free if kind == "freespin" else {}
        bought = self.d.get("bonus_buy") if kind == "buy" else None
        reel_set = free.get("reel_set") or (bought or {}).get("reel_set") or self.d["reel_set"]
        first = free.get("from_rung", 0)
        held = feature["reels"] if feature.get("kind") == "expanding_wild" else []
        stops, window = self.draw(self.set_at(reel_set, first), held, stream)
        shown = window
        step = {}
        if self.mystery and any(self.mystery in reel for reel in window):
            step["revealed"] = stream.chosen(self.by_symbols(self.d["mystery"]["weights"]))
            window = [[step["revealed"] if cell == self.mystery else cell for cell in reel] for reel in window]
        covered, sticky = [], []
        if self.d.get("expanding_wild"):
            covered = [at for at, reel in enumerate(window) if self.wild in reel]
            window = [[self.wild] * len(reel) if at in covered else reel for at, reel in enumerate(window)]
        if feature.get("kind") == "sticky_wilds":
            kept = set(map(tuple, feature["positions"]))
            window = [[self.wild if (r, c) in kept else cell for c, cell in enumerate(reel)] for r, reel in enumerate(window)]
            sticky = [[r, c] for r, reel in enumerate(window) for c, cell in enumerate(reel) if cell == self.wild]
            shown = window
        base = free.get("multiplier", 1) * rung((self.d.get("expanding_wild") or {}).get("multipliers"), len(covered))
        if feature.get("kind") == "sticky_wilds":
            base *= rung(self.free["sticky_wilds"]["ladder"], len(sticky))
        multiplier = lambda tumbles: base * rung(self.tumble.get("multipliers"), first + tumbles)
        wins = self.wins(window, multiplier(0) * unit)
        if not wins and self.d.get("nudge") and reel_set["kind"] == "strips":
            moved = self.nudge(reel_set["strips"][-1], stops[-1], window, stream)
            if moved:
                step["nudge"], window = moved
                shown = window
                wins = self.wins(window, multiplier(0) * unit)
        tumbles, shelf = [], [wins]
        while wins and len(tumbles) < self.tumble.get("max_tumbles", 0):
            at = len(tumbles) + 1
            if self.tumble.get("whole"):
                removed = [[r, c] for r, reel in enumerate(window) for c in range(len(reel))]
                _, window = self.draw(self.set_at(reel_set, first + at), [], stream)
            else:
                removed = [list(cell) for cell in sorted({tuple(cell) for win in wins for cell in win["positions"]})]
                window = self.fall(reel_set, window, removed, stream)
            wins = self.wins(window, multiplier(at) * unit)
            tumbles.append({"removed": removed, "window": window, "wins": wins, "multiplier": multiplier(at)})
        scatters = [(r, c) for r, reel in enumerate(window) for c, cell in enumerate(reel) if self.scatter and cell == self.scatter]
        if self.scatter and self.pay(self.scatter, len(scatters)):
            amount = self.pay(self.scatter, len(scatters)) * base * unit
            wins.append(self.win("scatter", self.scatter, len(scatters), scatters, amount))
        if feature.get("kind") == "expanding_symbol":
            step["expanding_symbol"] = feature["symbol"]
            reels = [at for at, reel in enumerate(window) if feature["symbol"] in reel]
            units = self.pay(feature["symbol"], len(reels)) * len(self.d["evaluation"]["lines"])
            if units:
                cells = [(reel, row) for reel in reels for row in range(self.d["rows"])]
                wins.append(self.win("expanded", feature["symbol"], len(reels), cells, units * base * unit))
                covered = reels
        every = shelf[0] + [win for tumble in tumbles for win in tumble["wins"]]
        levels = self.d.get("levels")
        awards = levels["freespins"] if levels else (self.d.get("scatter") or {}).get("freespins", {})
        step.update(
            kind=kind, stops=stops, window=shown, wins=shelf[0], tumbles=tumbles, multiplier=multiplier(0),
            win_cents=sum(win["amount_cents"] for win in every),
            freespins_awarded=by_count(awards, first + len(tumbles) if levels else len(scatters)),
        )
        if self.hold:
            coins = [self.drawn_coin([r, c], unit, stream) for r, reel in enumerate(window) for c, cell in enumerate(reel) if cell == self.coin]
            if coins:
                step["coins"] = coins
        if covered:
            step["covered"] = covered
        if sticky:
            step["sticky"] = sticky
        return step

    def nudge(self, strip, stop, window, stream):
        best = (0, None, None)
        for by in (-1, 1):
            reel = [strip[(stop + by + row) % len(strip)] for row in range(self.d["rows"])]
            moved = window[:-1] + [reel]
            units = sum(win["amount_cents"] for win in self.wins(moved, 1))
            if units > best[0]:
                best = (units, by, moved)
        chance = self.d["nudge"]["chance"]
        if best[1] is None or stream.below(chance["out_of"]) >= chance["of"]:
            return None
        return best[1], best[2]

    # Hold and win

    def drawn_coin(self, position, unit, stream):
        value = stream.chosen([(value, value["weight"]) for value in self.hold["values"]])
        coin = {"position": position, "amount_cents": value["units"] * unit}
        if "prize" in value:
            coin["prize"] = value["prize"]
        return coin

    def respin(self, feature, unit, stream):
        chance, coins = self.hold["chance"], []
        held = {tuple(coin["position"]): coin for coin in feature["coins"]}
        cells = [(reel, row) for reel in range(self.d["reels"]) for row in range(self.d["rows"])]
        for cell in cells:
            if cell in held:
                coins.append(held[cell])
            elif stream.below(chance["out_of"]) < chance["of"]:
                coins.append(self.drawn_coin(list(cell), unit, stream))
        left = self.hold["respins"] if len(coins) > len(held) else feature["left"] - 1
        full = len(coins) == len(cells)
        wins = []
        if full or left == 0:
            at = [coin["position"] for coin in coins]
            wins = [self.win("coins", self.coin, len(coins), at, sum(coin["amount_cents"] for coin in coins))]
            if full and self.hold["full_units"]:
                wins.append(self.win("full", self.coin, len(coins), at, self.hold["full_units"] * unit))
        taken = {tuple(coin["position"]) for coin in coins}
        window = [[self.coin if (reel, row) in taken else "" for row in range(self.d["rows"])] for reel in range(self.d["reels"])]
        step = {
            "kind": "respin", "stops": [], "window": window, "wins": wins, "tumbles": [], "multiplier": 1,
            "win_cents": sum(win["amount_cents"] for win in wins), "freespins_awarded": 0, "coins": coins,
        }
        return step, ({} if wins else {"kind": "hold_and_win", "left": left, "coins": coins})

    # A round

    def round(self, kind, stake, streams):
        """Every step of a round, as long as there are any."""
        unit = stake // self.d["bet_units"]
        won = left = total = 0
        feature, number = {}, 0
        while kind:
            stream = streams(number)
            number += 1
            if feature.get("kind") == "hold_and_win":
                step, feature = self.respin(feature, unit, stream)
            else:
                step = self.spin(kind, feature, unit, stream)
                feature = self.carried(feature, step)
            room = stake * self.d["max_win_x"] - won
            capped = step["win_cents"] >= room
            step["win_cents"] = min(step["win_cents"], room)
            step["freespins_awarded"] = min(step["freespins_awarded"], self.free.get("max_total", 0) - total)
            if step["freespins_awarded"] and total == 0:
                feature = self.begun(step, stream)
            won += step["win_cents"]
            left += step["freespins_awarded"] - (kind == "freespin")
            total += step["freespins_awarded"]
            yield step
            respins = feature.get("kind") in ("hold_and_win", "expanding_wild")
            kind = None if capped else "respin" if respins else "freespin" if left else None

    def carried(self, feature, step):
        if feature.get("kind") == "sticky_wilds":
            return {"kind": "sticky_wilds", "positions": step.get("sticky", [])}
        if feature.get("kind") == "expanding_symbol":
            return feature
        held = len(feature.get("reels", []))
        if self.d.get("expanding_wild") and len(step.get("covered", [])) > held:
            return {"kind": "expanding_wild", "reels": step["covered"]}
        coins = step.get("coins", [])
        if self.hold and len(coins) >= self.hold["trigger"]:
            return {"kind": "hold_and_win", "left": self.hold["respins"], "coins": coins}
        return {}

    def begun(self, step, stream):
        if self.free.get("sticky_wilds"):
            return {"kind": "sticky_wilds", "positions": []}
        if self.free.get("expanding_symbol"):
            step["expanding_symbol"] = stream.chosen(self.by_symbols(self.free["expanding_symbol"]))
            return {"kind": "expanding_symbol", "symbol": step["expanding_symbol"]}
        return {}


def roulette(bets, stream):
    pocket = stream.below(37)
    tests = {
        "red": lambda n: n in REDS, "black": lambda n: n not in REDS, "odd": lambda n: n % 2 == 1,
        "even": lambda n: n % 2 == 0, "low": lambda n: n <= 18, "high": lambda n: n >= 19,
    }
    wins = []
    for index, bet in enumerate(bets):
        test = tests.get(bet["kind"])
        covered = [n for n in range(1, 37) if test(n)] if test else bet["numbers"]
        if pocket in covered:
            wins.append({"bet": index, "amount_cents": bet["amount_cents"] * (36 // len(covered))})
    return {"kind": "roulette", "pocket": pocket, "wins": wins, "win_cents": sum(win["amount_cents"] for win in wins)}


def keno(definition, bets, stake, stream):
    """The numbers of the board stand in a row; each place of the draw is swapped with itself or a later one, and drawn."""
    board = list(range(1, definition["numbers"] + 1))
    for place in range(definition["drawn"]):
        on = place + stream.below(len(board) - place)
        board[place], board[on] = board[on], board[place]
    drawn, picks = board[:definition["drawn"]], bets[0]["numbers"]
    hits = [number for number in drawn if number in picks]
    units = definition["pays"][str(len(picks))].get(str(len(hits)), 0)
    return {"kind": "keno", "drawn": drawn, "hits": hits, "win_cents": stake // definition["bet_units"] * units}


def flat(answer):
    """A round with its seeds, from the answer of the site or from a record that is flat already."""
    if "round" not in answer:
        return answer
    seed, game, played = answer["seed"], answer["game"], answer["round"]
    return {
        "server_seed": seed["server_seed"], "server_seed_hash": seed["server_seed_hash"],
        "client_seed": seed["client_seed"], "currency": seed["currency"], "nonce": seed["nonce"],
        "definition": game["definition"], "definition_hash": game["definition_hash"],
        "stake_cents": answer["stake_cents"], "bets": answer["bets"], "steps": played["steps"],
    }


def recompute(record):
    """The steps of a round; of those shown only the kind of the first is read, which tells a bought round."""
    definition = record["definition"]
    streams = lambda step: Stream(record["server_seed"], record["client_seed"], record["currency"], record["nonce"], step)
    if definition["kind"] == "roulette":
        return [roulette(record["bets"], streams(0))]
    if definition["kind"] == "keno":
        return [keno(definition, record["bets"], record["stake_cents"], streams(0))]
    bought = record["steps"][0]["kind"] == "buy"
    stake = record["stake_cents"] // (definition["bonus_buy"]["cost_x"] if bought else 1)
    return list(Slots(definition).round("buy" if bought else "spin", stake, streams))


def check(answer, noted=None):
    """What is wrong with a round; nothing when all of it holds."""
    record = flat(answer)
    if not record["server_seed"]:
        return ["the server seed is still in use: rotate your seeds first"]
    wrong = []
    commitment = hashlib.sha256((COMMIT + record["server_seed"]).encode("ascii")).hexdigest()
    if commitment != record["server_seed_hash"] or noted not in (None, commitment):
        wrong.append("the server seed does not fit the hash: it makes %s" % commitment)
    canonical = json.dumps(record["definition"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    if hashlib.sha256(canonical.encode("utf-8")).hexdigest() != record["definition_hash"]:
        wrong.append("the rules are not those that the round names")
    for index, (played, shown) in enumerate(zip(recompute(record), record["steps"])):
        for field in sorted(set(played) | set(shown)):
            if played.get(field) != shown.get(field):
                wrong.append("step %d, %s: recomputed %r, shown %r" % (index, field, played.get(field), shown.get(field)))
    if len(recompute(record)) != len(record["steps"]):
        wrong.append("the round has another number of steps")
    return wrong


def main(arguments):
    noted = None
    if "--hash" in arguments:
        at = arguments.index("--hash")
        noted = arguments[at + 1]
        arguments = arguments[:at] + arguments[at + 2 :]
    if not arguments:
        print(__doc__)
        return 2
    failed = checked = 0
    for name in arguments:
        with open(name, encoding="utf-8") as file:
            content = json.load(file)
        for number, answer in enumerate(content if isinstance(content, list) else [content]):
            wrong = check(answer, noted)
            checked += 1
            failed += bool(wrong)
            for line in wrong:
                print("%s, round %d: %s" % (name, number + 1, line))
    print("%d of %d rounds hold." % (checked - failed, checked))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
