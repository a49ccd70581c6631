import { type Translate, isMessageKey } from '../play/messages'
import type { TableClosed, TableRound } from '../play/types'

/** What players are told of a table that is closed: once its bets are settled, and before that, that it will be. */
export function closedText(t: Translate, closed: TableClosed, round: TableRound | null): string {
  const when = round === null || round.state === 'settled' ? 'closed' : 'closing'
  const key = `game.table_${when}_${closed}`
  // A newer server may know a reason that this client has no words for.
  return t(isMessageKey(key) ? key : `game.table_${when}_rest`)
}
