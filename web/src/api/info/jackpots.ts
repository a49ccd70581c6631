import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { hasAmounts, hasTexts, isObject } from '@/lib/shapes'
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
    queryFn: ({ signal }) => request('GET', '/api/jackpots', { query: { l: locale }, signal }),
    staleTime: STALE_MS.live,
  })
}

/** One jackpot with its games and its last cycles; fails with 404 when there is none. */
export function jackpotQuery(identifier: string, locale: string) {
  return queryOptions({
    queryKey: [...DETAILS, identifier, locale],
    queryFn: ({ signal }) => request('GET', '/api/jackpots/{identifier}', { path: { identifier }, query: { l: locale }, signal }),
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

function moved(jackpot: Jackpot, { levels }: JackpotAmounts): Jackpot {
  return {
    ...jackpot,
    levels: jackpot.levels.map((level) => {
      const now = levels.find(({ id }) => id === level.id)
      return now ? { ...level, amount_cents: now.amount_cents, cycle: now.cycle, server_seed_hash: now.server_seed_hash } : level
    }),
  }
}

/** Works a frame into all that is shown of the jackpot. A cycle that was won reveals something: that is asked for anew. */
export function applyJackpotAmounts(client: QueryClient, amounts: JackpotAmounts): void {
  const { identifier } = amounts
  let isWon = false
  client.setQueriesData<Jackpot[]>({ queryKey: LIST }, (jackpots) =>
    jackpots?.map((jackpot) => (jackpot.identifier === identifier ? moved(jackpot, amounts) : jackpot)),
  )
  client.setQueriesData<JackpotDetails>({ queryKey: [...DETAILS, identifier] }, (details) => {
    if (!details) return details
    const jackpot = moved(details.jackpot, amounts)
    isWon ||= jackpot.levels.some(({ cycle }, place) => cycle !== details.jackpot.levels[place]?.cycle)
    return { ...details, jackpot }
  })
  if (isWon) void client.invalidateQueries({ queryKey: [...DETAILS, identifier] })
}
