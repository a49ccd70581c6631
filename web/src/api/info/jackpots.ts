import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { hasAmounts, hasTexts, isObject } from '@/platform/shapes'
import { request } from '../client'
import { STALE_MS } from '../staleTimes'
import type { Jackpot, JackpotDetails } from '../types'

/** Everything that is known of jackpots. */
export const JACKPOTS = ['jackpots'] as const

const LIST = [...JACKPOTS, 'list'] as const
const DETAILS = [...JACKPOTS, 'one'] as const

/** The jackpots with their amounts; realtime moves them. */
export function jackpotsQuery(locale: string) {
  return queryOptions({
    queryKey: [...LIST, locale],
    queryFn: async ({ client, signal }) => {
      const since = noted
      const jackpots = await request('GET', '/api/jackpots', { query: { l: locale }, signal })
      return jackpots.map((jackpot) => caughtUp(client, jackpot, since))
    },
    staleTime: STALE_MS.live,
  })
}

/** One jackpot with its games and its last cycles; fails with 404 when there is none. */
export function jackpotQuery(identifier: string, locale: string) {
  return queryOptions({
    queryKey: [...DETAILS, identifier, locale],
    queryFn: async ({ client, signal }) => {
      const since = noted
      const details = await request('GET', '/api/jackpots/{identifier}', { path: { identifier }, query: { l: locale }, signal })
      return { ...details, jackpot: caughtUp(client, details.jackpot, since) }
    },
    staleTime: STALE_MS.live,
  })
}

/** What a bet in a game can win, by currency and game; asked for anew while somebody looks. */
export const gameJackpotsQuery = queryOptions({
  queryKey: [...JACKPOTS, 'games'],
  queryFn: ({ signal }) => request('GET', '/api/games/jackpots', { signal }),
  staleTime: STALE_MS.live,
  refetchInterval: STALE_MS.live,
})

/** The amount of a level. */
interface LevelAmount {
  id: number
  amount_cents: number
  cycle: number
  server_seed_hash: string
}

/** What a jackpot has come to. */
export interface JackpotAmounts {
  identifier: string
  levels: LevelAmount[]
}

/** Whether `data` is a frame of `jackpots_changes`. */
export function isJackpotAmounts(data: unknown): data is JackpotAmounts {
  if (!isObject(data) || !hasTexts(data, 'identifier') || !Array.isArray(data.levels)) return false
  return data.levels.every((level: unknown) => isObject(level) && hasAmounts(level, 'id', 'amount_cents', 'cycle') && hasTexts(level, 'server_seed_hash'))
}

/** Frames so far, which tells those that came while an answer was under way. */
let noted = 0

/** The newest frame of each jackpot, and its number. */
const newest = new WeakMap<QueryClient, Map<string, { amounts: JackpotAmounts; number: number }>>()

function note(client: QueryClient, amounts: JackpotAmounts): void {
  const frames = newest.get(client) ?? new Map<string, { amounts: JackpotAmounts; number: number }>()
  newest.set(client, frames)
  noted += 1
  frames.set(amounts.identifier, { amounts, number: noted })
}

/** An answer with what a frame has told since it was asked for; of the same cycle the larger amount is the later one. */
function caughtUp(client: QueryClient, jackpot: Jackpot, since: number): Jackpot {
  const frame = newest.get(client)?.get(jackpot.identifier)
  if (!frame || frame.number <= since) return jackpot
  const later = frame.amounts.levels.filter((now) => {
    const then = jackpot.levels.find(({ id }) => id === now.id)
    return then && (now.cycle > then.cycle || (now.cycle === then.cycle && now.amount_cents > then.amount_cents))
  })
  return moved(jackpot, { ...frame.amounts, levels: later })
}

function moved(jackpot: Jackpot, { levels }: JackpotAmounts): Jackpot {
  return {
    ...jackpot,
    levels: jackpot.levels.map((level) => {
      const now = levels.find(({ id }) => id === level.id)
      return now ? { ...level, amount_cents: now.amount_cents, cycle: now.cycle, server_seed_hash: now.server_seed_hash } : level
    }),
  }
}

/** Works a frame into all that is shown of the jackpot, and answers whether a cycle that was shown has been won. */
export function applyJackpotAmounts(client: QueryClient, amounts: JackpotAmounts): boolean {
  const { identifier } = amounts
  let isWon = false
  const move = (shown: Jackpot): Jackpot => {
    if (shown.identifier !== identifier) return shown
    const jackpot = moved(shown, amounts)
    isWon ||= jackpot.levels.some(({ cycle }, place) => cycle !== shown.levels[place]?.cycle)
    return jackpot
  }
  note(client, amounts)
  client.setQueriesData<Jackpot[]>({ queryKey: LIST }, (jackpots) => jackpots?.map(move))
  client.setQueriesData<JackpotDetails>({ queryKey: [...DETAILS, identifier] }, (details) => details && { ...details, jackpot: move(details.jackpot) })
  return isWon
}
