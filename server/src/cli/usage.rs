//! What `croupier` without a command prints.

/// Every command with its words.
pub const USAGE: &str = "croupier COMMAND
  serve      run the server (brings the tables up to date first)
  migrate    bring the tables up to date and stop
  seed       fill the storage with the content folder and stop
  import games FILE [--replace]
             take games in bulk (JSON lines), or in place of those imported before; offered within seconds
  openapi [--office]
             print the description of the calls, or of those of the back office
  payout approve|decline ID --by NAME --reason TEXT
             decide about a cashout that is held for review; the log keeps who has decided and why
  coins list [--all], coins show ID
             coins that came to lasting addresses: those that are held or go back (or all), with lines of partners'
             lists that could not be taken; and one of them
  reconcile [--partner NAME] [--day YYYY-MM-DD]
             lay what was paid on a day (yesterday when none is given) beside the file of it of every payment
             partner, or of one; exit code 1 and the payments when they do not agree
  player show|stop|lift --email ADDRESS …
             what stops a player, stopping one (--reason REASON [--until TIME] --by NAME [--why TEXT]),
             and lifting a stop (--reason REASON --by NAME); a running server follows within a second
  player verify|unverify --email ADDRESS --by NAME [--why TEXT] [--check staff|provider]
             note that a player has proved who they are in another way than by documents, or that it
             holds no longer; the check is that of staff when none is named
  document list [--email ADDRESS], document show ID --out FILE --by NAME,
  document approve ID --by NAME, document reject ID --reason REASON [--note TEXT] --by NAME
             what players have uploaded to prove who they are: what waits, a look at it, and decisions
  content export FOLDER, content diff FOLDER, content import FOLDER --by NAME
             what staff edits, as files: out of the house, compared with what is in force (exit code 1 when
             it differs), and published all together or not at all; docs/BACKOFFICE.md
  mail preview TEMPLATE [--locale LOCALE] [--brand BRAND] [--html], mail allow ADDRESS
             print a mail as players get it; end what a bounce or complaint stopped
  notify FILE (--email ADDRESS | --groups N,N | --everybody) --by NAME
             send a notification to one player, to members of groups, or to every player; the log keeps who
             has sent it
  bonus list|show|grant|cancel …, coupon list|make …
             gifts of a player, given and ended by staff, and codes that bring them; docs/BONUSES.md
  lootbox list --email ADDRESS, lootbox issue BOX --email ADDRESS --currency CODE --reference TEXT --by NAME --why TEXT,
  lootbox cancel ID --by NAME --why TEXT
             boxes that players open for a prize, spins of the wheel among them; docs/BONUSES.md
  lottery list, lottery end LOTTERY --by NAME
             which lotteries there are, and ending a sale before its time; a running server draws within seconds
  adventure list, adventure show ADVENTURE
             which calendars of deposits there are, and how many players have completed each day of one
  points show --email ADDRESS, points adjust --email ADDRESS --points N [--lifetime] --by NAME --reason TEXT
             what a player has of comp points; give them, or take them with a number below zero, with
             --lifetime so that they count for the level; a running server books it within seconds
  vip show --email ADDRESS, vip set --email ADDRESS --status STATUS --by NAME --reason TEXT
             a player's VIP status, and another one; the end of the quarter decides anew
  jackpot list, jackpot show IDENTIFIER
             what lies in the jackpots of the house, and the last wins of one
  tournament list, tournament show TOURNAMENT,
  tournament disqualify TOURNAMENT --email ADDRESS --by NAME --reason TEXT
             what runs and who leads, and taking a player off a board before its places are final; the log
             keeps who has decided and why
  chat list [--page N], chat show ID, chat reply ID --by NAME --text TEXT, chat hand-over ID --to NAME --by NAME,
  chat close ID --by NAME
             staff's side of the support chat: what waits for an answer, a conversation, and steps in it
  staff add --email ADDRESS --name NAME --role ROLE [--by NAME], staff dismiss --email ADDRESS --by NAME,
  staff list
             who works in the back office: an invitation, whose link is printed once, a dismissal that ends
             sessions at once, and everybody; docs/BACKOFFICE.md
  keys list, keys new ID, keys rotate [--limit N]
             the keys that seeds are encrypted under and how many name each; a fresh key to configure; encrypting
             seeds under the current key beside the running server, which goes on where it was stopped
  check [--quick | --chain [--archive FOLDER]]
             check every invariant of the books; exit code 1 and the rows when one is broken
             --quick looks at the newest rows and all sums, --chain at the seals of the log, and with
             --archive at the files of the archive
  balances --at TIME [--player ID] [--archive FOLDER]
             what wallets held at an instant (2026-01-31T12:00:00Z), from the log, as CSV
  archive --to FOLDER (--before TIME | --keep-days N)
             move the sealed log of before a time, a day ago at the latest, into files, beside the
             running server
  backup DIR [--with-secrets]
             copy the SQLite database beside the running server into a folder that holds none
  logs [--code CODE] [--level LEVEL] [--since TIME] [--limit N]
             what browsers wrote to the log, newest first, as JSON lines (100 when no limit is given)
  timings [--since TIME]
             how long pages took in browsers, as CSV (the last week when no time is given)
  metrics-token
             print what a scraper of /metrics has to show as its bearer token
Settings: croupier.toml (or the file CROUPIER_CONFIG names), CROUPIER_* and DATABASE_URL.";
