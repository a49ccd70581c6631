import type { Lottery } from '@/api/types'
import type { Timer } from '@/ui/timeLeft'

export type Status = Lottery['status']

type Times = Pick<Lottery, 'status' | 'start_at' | 'end_at'>

/** Where a lottery stands at `now` (Unix milliseconds): the server's word, which the page's clock carries on. */
export function statusAt({ status, start_at, end_at }: Times, now: number): Status {
  if (status === 'archive') return 'archive'
  if (now < Date.parse(start_at)) return 'future'
  return now < Date.parse(end_at) ? 'active' : 'drawing'
}

const LONG_AGO = '1970-01-01T00:00:00.000Z'

/** What is counted down at `now`: to the start, then to the end; nothing afterwards. */
export function timerOf(lottery: Times, now: number): Timer | undefined {
  const status = statusAt(lottery, now)
  if (status === 'future') return { start_at: LONG_AGO, end_at: lottery.start_at }
  return status === 'active' ? { start_at: lottery.start_at, end_at: lottery.end_at } : undefined
}

/** The prize of a place. */
export function prizeOf({ prizes }: Pick<Lottery, 'prizes'>, place: number): Lottery['prizes'][number] | undefined {
  return prizes.find(({ from, to }) => from <= place && place <= to)
}
