import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { request } from '@/api/client'
import { PLAYER_SCOPE } from '@/api/keys'
import { STALE_MS } from '@/api/staleTimes'
import type { Game, OwnTournament, Page, Tournament, TournamentStatus } from '@/api/types'
import { logError } from '@/platform/log'
import { deviceKind } from '@/platform/useMediaQuery'

/** Boards and lists of tournaments. */
export const BOARDS = ['tournaments'] as const
/** How the player does in tournaments. */
export const OWN = [PLAYER_SCOPE, 'tournaments'] as const
const STATUS = [...OWN, 'status'] as const

/** Tournaments that run or are to come. Another sign-in is another answer. */
export function tournamentsQuery(locale: string, playerId: number | null) {
  return queryOptions({
    queryKey: [...BOARDS, 'open', locale, playerId],
    queryFn: ({ signal }): Promise<Tournament[]> => request('GET', '/api/tournaments', { query: { l: locale }, signal }),
    staleTime: STALE_MS.live,
  })
}

/** Quests that run or are to come. */
export function questsQuery(locale: string, playerId: number | null) {
  return ofKindQuery('quest', locale, playerId)
}

/** Achievements that can be reached. */
export function achievementsQuery(locale: string, playerId: number | null) {
  return ofKindQuery('achievement', locale, playerId)
}

function ofKindQuery(kind: 'quest' | 'achievement', locale: string, playerId: number | null) {
  return queryOptions({
    queryKey: [...BOARDS, kind, locale, playerId],
    queryFn: ({ signal }): Promise<Tournament[]> => request('GET', '/api/tournaments', { query: { l: locale, kind }, signal }),
    staleTime: STALE_MS.live,
  })
}

/** Missing quests are asked for again so soon, and so many times in all. */
const MISSING_MS = 200
const TRIES = 5

/** The quests; when there are none, they are asked for again a few times, as one may be scheduled right now. */
export async function fetchQuests(client: QueryClient, locale: string, playerId: number | null): Promise<Tournament[]> {
  const query = questsQuery(locale, playerId)
  let quests = await client.ensureQueryData(query)
  for (let tries = 1; quests.length === 0 && tries < TRIES; tries++) {
    await pause(MISSING_MS)
    quests = await client.fetchQuery({ ...query, staleTime: 0 })
  }
  return quests
}

const pause = (delayMs: number) => new Promise((resolve) => setTimeout(resolve, delayMs))

/** Tournaments that have ended lately. */
export function finishedQuery(locale: string, playerId: number | null) {
  return queryOptions({
    queryKey: [...BOARDS, 'finished', locale, playerId],
    queryFn: ({ signal }): Promise<Tournament[]> => request('GET', '/api/tournaments/recent', { query: { l: locale }, signal }),
    staleTime: STALE_MS.live,
  })
}

/** One tournament with its board; fails with 404 when there is none. */
export function tournamentQuery(slug: string, locale: string, playerId: number | null) {
  return queryOptions({
    queryKey: [...BOARDS, 'one', slug, locale, playerId],
    queryFn: ({ signal }): Promise<Tournament> => request('GET', '/api/tournaments/{id}', { path: { id: slug }, query: { l: locale }, signal }),
    staleTime: STALE_MS.live,
  })
}

/** Games of a page of a tournament's games. */
export const GAMES_PAGE = 24

/** A page of the games that count in a tournament. */
export function countingGamesQuery(slug: string, page: number) {
  return queryOptions({
    queryKey: ['games', 'counting', slug, page],
    queryFn: ({ signal }): Promise<Page<Game>> =>
      request('GET', '/api/tournaments/{id}/games', { path: { id: slug }, query: { device: deviceKind(), page, page_size: GAMES_PAGE }, signal }),
    staleTime: STALE_MS.catalogue,
  })
}

/** The tournaments that the player has joined. A failure is logged and thrown on. */
export function ownTournamentsQuery(locale: string) {
  return queryOptions({
    queryKey: [...OWN, 'joined', locale],
    queryFn: async ({ signal }): Promise<OwnTournament[]> => {
      const asked = request('GET', '/api/tournaments/player', { query: { l: locale }, signal })
      asked.catch((error: unknown) => logError('LOAD_USER_TOURNAMENTS_ERROR', error))
      return asked
    },
    staleTime: STALE_MS.live,
  })
}

/** How the player does in one tournament. */
export function tournamentStatusQuery(slug: string) {
  return queryOptions({
    queryKey: [...STATUS, slug],
    queryFn: ({ signal }): Promise<TournamentStatus> => request('GET', '/api/tournaments/{id}/status', { path: { id: slug }, signal }),
    staleTime: STALE_MS.live,
  })
}

/** The statuses that are known, whatever the tournament. */
export const STATUSES = STATUS

/** Joins a tournament. A failure is logged and thrown on. */
export function joinTournament(slug: string, idempotencyKey: string): Promise<TournamentStatus> {
  const joining = request('POST', '/api/tournaments/{id}/confirm', { path: { id: slug }, body: { confirmed: true }, idempotencyKey })
  joining.catch((error: unknown) => logError('CHOOSE_TOURNAMENT_ERROR', error))
  return joining
}
