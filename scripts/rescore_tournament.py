#!/usr/bin/env python3
"""Works the scores of a tournament out anew from rows of the log, for Python 3.8 and later, with nothing to install.

    croupier tournament export TOURNAMENT > export.jsonl
    python3 scripts/rescore_tournament.py export.jsonl

It is written from docs/COMPETITIONS.md and shares nothing with the server, which scores row by row as the log grows; this
takes each round as a whole. It prints what differs from the scores that players are shown, and then ends with status 1.
"""

import json
import sys
from collections import defaultdict
from fractions import Fraction

BET, WIN, BET_ROLLBACK, WIN_ROLLBACK = 2, 3, 5, 10
CASH, BONUS = 0, 3
CLOSED, VOID = 1, 2
SETTLE_MS = 60_000
DAY_MS = 86_400_000
WIRE_MAX = 2**53 - 1
KEPT = ("points", "rounds", "bet_cents", "win_cents", "scored_at_ms")


def read(lines):
    """The export, by kinds of lines."""
    export = defaultdict(list)
    for line in lines:
        for kind, value in json.loads(line).items():
            export[kind].append(value)
    return export


class Money:
    """Amounts in other currencies, at the rates that were noted for a day."""

    def __init__(self, export):
        self.units = export["subunits_to_unit"][0]
        self.days = {entry["day"]: entry["rates"] for entry in export["rates"]}

    def there(self, amount, coin, currency, rate):
        return int(Fraction(amount) * Fraction(rate) * self.units[currency] / self.units[coin])

    def back(self, amount, coin, currency, rate):
        return int(Fraction(amount) * self.units[coin] / (Fraction(rate) * self.units[currency]))

    def converted(self, amount, source, target, at):
        """Subunits of `target`; None where no rate leads there. A rate says what one coin is worth."""
        if source == target:
            return amount
        rates = self.days.get(at // DAY_MS, {})
        if target in rates.get(source, {}):
            worth = self.there(amount, source, target, rates[source][target])
        elif source in rates.get(target, {}):
            worth = self.back(amount, target, source, rates[target][source])
        else:
            through = [
                self.there(self.back(amount, coin, source, of[source]), coin, target, of[target])
                for coin, of in rates.items()
                if source in of and target in of
            ]
            if not through:
                return None
            worth = min(through)
        return min(worth, WIRE_MAX)


def account_of_player(row):
    """The account whose money a row of a round bets or wins."""
    return row["debit"] if row["kind"] in (BET, WIN_ROLLBACK) else row["credit"]


def is_cash(row):
    account = account_of_player(row)
    return account > 0 and account % 16 == CASH


def is_bonus(row):
    """Bonus money; that of a bonus that has ended is in a system account."""
    account = account_of_player(row)
    return row["amount"] > 0 and (account < 0 or account % 16 == BONUS)


def round_result(rows, end_at):
    """Stake, win and end of a round of real money; None when it counts nothing. `rows` are in the order of the log."""
    late = next((row["lsn"] for row in rows if row["kind"] == BET and row["at_ms"] >= end_at), None)
    counting = [row for row in rows if late is None or (row["reverses"] or row["lsn"]) < late]
    if any(row["kind"] == BET and (is_bonus(row) or row["grant_id"] is not None) for row in counting):
        return None
    # A round whose bets were all taken back begins again.
    voided = max((row["lsn"] for row in rows if row["round_ends"] == VOID), default=0)
    ended_at = next((row["at_ms"] for row in rows if row["round_ends"] == CLOSED and row["lsn"] > voided), None)
    if ended_at is None:
        return None
    sums = defaultdict(int)
    for row in counting:
        if row["lsn"] > voided and is_cash(row):
            sums[row["kind"]] += row["amount"]
    return sums[BET] - sums[BET_ROLLBACK], sums[WIN] - sums[WIN_ROLLBACK], ended_at


def score_of(terms, stake, win, bet, won):
    """The points of a round; `bet` and `won` are in the tournament's currency, None where no rate leads there."""
    strategy, kind = terms["strategy"], terms["strategy"]["kind"]
    if bet is None:
        if terms["min_bet_cents"] > 0 or kind in ("sum_of_bets", "sum_of_wins"):
            return None
        bet = won = 0
    if stake <= 0 or (terms["min_bet_cents"] > 0 and bet < terms["min_bet_cents"]):
        return None
    hundredths = max(win, 0) * 100 // stake
    points = {
        "sum_of_bets": lambda: bet,
        "sum_of_wins": lambda: won,
        "best_multiplier": lambda: hundredths,
        "rounds": lambda: 1,
        "points": lambda: max(
            (one["points"] for one in strategy.get("conditions", []) if hundredths >= one["multiplier"]), default=0
        ),
    }[kind]()
    return points, bet, won


def scores(export):
    """What every player who has joined has scored, by their numbers."""
    contest = export["tournament"][0]
    terms, start, end = contest["terms"], contest["start_at_ms"], contest["end_at_ms"]
    money, games = Money(export), set(contest["game_ids"])
    joined = {
        row["player_id"]: row["lsn"] for row in export["joined"] if row["body"]["tournament_id"] == contest["id"]
    }
    rounds = defaultdict(list)
    for row in sorted(export["transfer"], key=lambda row: row["lsn"]):
        if row["at_ms"] < end + SETTLE_MS:
            rounds[row["round_id"]].append(row)
    takes_best = terms["strategy"]["kind"] == "best_multiplier"
    totals = {player: dict.fromkeys(KEPT, 0) for player in joined}
    for number, rows in rounds.items():
        first = rows[0]
        counts = (
            first["lsn"] == number
            and first["player_id"] in joined
            and joined[first["player_id"]] < number
            and first["grant_id"] is None
            and first["game_id"] in games
            and start <= first["at_ms"] < end
        )
        result = round_result(rows, end) if counts else None
        if result is None:
            continue
        stake, win, ended_at = result
        amounts = [
            money.converted(amount, first["currency"], terms["currency"], rows[-1]["at_ms"]) for amount in (stake, win)
        ]
        scored = score_of(terms, stake, win, *amounts)
        if scored is None:
            continue
        points, bet, won = scored
        total = totals[first["player_id"]]
        total["rounds"] += 1
        total["bet_cents"] += bet
        total["win_cents"] += won
        if not takes_best:
            total["points"] += points
            if points > 0:
                total["scored_at_ms"] = max(total["scored_at_ms"], ended_at)
        elif points > total["points"]:
            total["points"], total["scored_at_ms"] = points, ended_at
        elif points == total["points"] and points > 0:
            total["scored_at_ms"] = min(total["scored_at_ms"], ended_at)
    return totals


def differences(export):
    """What the board says that the log does not."""
    anew = scores(export)
    told = {row["player_id"]: row for row in export["standing"]}
    for player, row in told.items():
        for field in KEPT:
            if row[field] != anew.get(player, {}).get(field):
                yield f"player {player}: {field} {row[field]}, by the log {anew.get(player, {}).get(field)}"
    if not export["tournament"][0]["is_final"]:
        return
    ahead = [player for player in anew if anew[player]["points"] > 0 and not told[player]["is_disqualified"]]
    ahead.sort(key=lambda player: (-anew[player]["points"], anew[player]["scored_at_ms"], player))
    for place, player in enumerate(ahead, start=1):
        if told[player]["award_place"] not in (None, place):
            yield f"player {player}: place {told[player]['award_place']}, by the log {place}"


def main(arguments):
    if len(arguments) != 1:
        print(__doc__)
        return 2
    with open(arguments[0], encoding="utf-8") as lines:
        export = read(lines)
    found = list(differences(export))
    for line in found:
        print(line)
    if not found:
        print(f"{len(export['standing'])} players have the scores of the log")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
