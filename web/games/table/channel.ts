import { socket } from '../play/socket'
import type { TableBets, TableClosed, TableRound } from '../play/types'

/** How often the table is polled while no frames come. */
const POLL_MS = 1_000

/** A frame of the table's channel; `now` is the server's clock, RFC 3339. */
type TableFrame = { game: string } & (
  { type: 'round'; now: string; round: TableRound } | { type: 'bets'; bets: TableBets } | { type: 'closed'; closed: TableClosed | null }
)

interface Listeners {
  frame: (frame: TableFrame) => void
  /** Loads the table anew, as frames may have been missed, or none come; done once the answer is shown. */
  load: () => Promise<void>
}

/** The channels of tables. */
type TableChannel = 'crash_table' | 'baccarat_table'

/** Hands on the frames of the table of `game`; while the connection is down, the table is polled instead. */
export async function listen(channel: TableChannel, game: string, { frame, load }: Listeners): Promise<void> {
  let loading = 0
  const reload = async (): Promise<void> => {
    loading += 1
    // Whoever did not reach the server tries again with the next tick.
    await load().catch(() => undefined)
    loading -= 1
  }
  const tick = (): void => {
    // A newer load would drop the answer of this one: on a slow line no answer would ever be shown.
    if (loading === 0) void reload()
  }
  let polling: ReturnType<typeof setInterval> | undefined = setInterval(tick, POLL_MS)
  const connected = (yes: boolean): void => {
    clearInterval(polling)
    polling = yes ? undefined : setInterval(tick, POLL_MS)
  }
  const centrifuge = await socket()
  const table = centrifuge.newSubscription(channel)
  table.on('publication', ({ data }) => {
    const message = data as TableFrame
    if (message.game === game) frame(message)
  })
  table.on('subscribed', () => {
    connected(true)
    void reload()
  })
  table.on('subscribing', () => connected(false))
  table.subscribe()
  centrifuge.connect()
}
