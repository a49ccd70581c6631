import { socket } from '../play/socket'
import type { TableBets, TableClosed, TableRound } from '../play/types'

/** While no frames come, the table is asked for so often. */
const POLL_MS = 1_000

/** What comes of the table. */
type TableFrame = { game: string } & (
  { type: 'round'; now: string; round: TableRound } | { type: 'bets'; bets: TableBets } | { type: 'closed'; closed: TableClosed | null }
)

interface Listeners {
  frame: (frame: TableFrame) => void
  /** The table has to be loaded: frames may have been missed, or none come. */
  load: () => void
}

/** The channels of tables. */
type TableChannel = 'crash_table' | 'baccarat_table'

/** Listens to what happens at the table of `game`; while the connection is away, the table is asked for instead. */
export async function listen(channel: TableChannel, game: string, { frame, load }: Listeners): Promise<void> {
  let polling: ReturnType<typeof setInterval> | undefined = setInterval(load, POLL_MS)
  const connected = (yes: boolean): void => {
    clearInterval(polling)
    polling = yes ? undefined : setInterval(load, POLL_MS)
  }
  const centrifuge = await socket()
  const table = centrifuge.newSubscription(channel)
  table.on('publication', ({ data }) => {
    const message = data as TableFrame
    if (message.game === game) frame(message)
  })
  table.on('subscribed', () => {
    connected(true)
    load()
  })
  table.on('subscribing', () => connected(false))
  table.subscribe()
  centrifuge.connect()
}
