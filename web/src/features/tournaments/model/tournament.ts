import type { Tournament } from '@/api/types'
import type { Timer } from '@/ui/timeLeft'

export type Status = Tournament['status']

/** Where a tournament stands at `now` (Unix milliseconds): the server's rule, worked out anew as the page's clock goes on. */
export function statusAt({ start_at, end_at }: Pick<Tournament, 'start_at' | 'end_at'>, now: number): Status {
  if (now < Date.parse(start_at)) return 'future'
  return now < Date.parse(end_at) ? 'active' : 'archive'
}

/**
 * A list as it stands at `now`: what runs, what is to come and what has ended, at most `finishedMax` of it unless more has
 * ended since the list came, so that nothing disappears before `lately`, what the server tells as ended, is asked for anew.
 */
export function listsAt(open: readonly Tournament[], lately: readonly Tournament[], now: number, finishedMax: number) {
  const of = (status: Status) => open.filter((tournament) => statusAt(tournament, now) === status)
  const ended = of('archive').filter(({ id }) => !lately.some((other) => other.id === id))
  return { running: of('active'), coming: of('future'), finished: [...ended, ...lately].slice(0, Math.max(finishedMax, ended.length)) }
}

const LONG_AGO = '1970-01-01T00:00:00.000Z'

/** What is counted down at `now`: to the start, then to the end; nothing afterwards. */
export function timerOf(tournament: Pick<Tournament, 'start_at' | 'end_at'>, now: number): Timer | undefined {
  const { start_at, end_at } = tournament
  const status = statusAt(tournament, now)
  if (status === 'future') return { start_at: LONG_AGO, end_at: start_at }
  return status === 'active' ? { start_at, end_at } : undefined
}

/** The prize of a place. */
export function prizeOf({ prizes }: Pick<Tournament, 'prizes'>, place: number): Tournament['prizes'][number] | undefined {
  return prizes.find(({ from, to }) => from <= place && place <= to)
}

/** Hundredths of a multiple in the player's notation: `3.60×`. */
export function multipleText(hundredths: number, locale: string): string {
  const digits = hundredths % 100 === 0 ? 0 : 2
  return `${new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(hundredths / 100)}×`
}

/** A score as the board writes it. */
export function pointsText({ strategy }: Pick<Tournament, 'strategy'>, points: number, locale: string): string {
  if (strategy.kind === 'best_multiplier') return multipleText(points, locale)
  return new Intl.NumberFormat(locale).format(points)
}
