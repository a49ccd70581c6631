import { queryOptions, useMutationState, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { request } from '@/api/client'
import { PLAYER_SCOPE } from '@/api/keys'
import { usePlayer } from '@/api/session/player'
import { STALE_MS } from '@/api/staleTimes'
import type { Game } from '@/api/types'
import { useAction } from '@/api/useAction'
import { yieldToMain } from '@/platform/yieldToMain'

/** Numbers of the player's favourite games. */
const favouriteIdsQuery = queryOptions({
  queryKey: [PLAYER_SCOPE, 'favourite-ids'],
  queryFn: async ({ signal }) => {
    const ids = await request('GET', '/api/player/favorite_games', {
      accept: 'application/vnd.s.v1+json',
      signal,
    })
    return ids.map(String)
  },
  staleTime: STALE_MS.catalogue,
})

/** The player's favourite games, newest first. */
export const favouriteGamesQuery = queryOptions({
  queryKey: [PLAYER_SCOPE, 'favourite-games'],
  queryFn: async ({ signal }) => {
    const answer = await request('GET', '/api/player/favorite_games', {
      accept: 'application/vnd.s.v2+json',
      signal,
    })
    return answer.data
  },
  staleTime: STALE_MS.live,
})

interface Change {
  game: Game
  on: boolean
}

const CHANGE = [PLAYER_SCOPE, 'change-favourite']

const subjectOf = ({ game }: Change) => game.identifier

export interface Favourites {
  isFavourite: (game: Game) => boolean
  /** Whether a change of the game's heart is on its way; until it is done further presses do nothing. */
  isPending: (game: Game) => boolean
  /** Turns the game's heart; leads a guest to registration and back, for favourites belong to a player. */
  toggle: (game: Game) => void
}

/** An installation may answer with numbers or with identifiers: both name the game. */
const names = (game: Game) => [String(game.id), game.identifier]

/** Says in the list that is known how a game's heart stands. */
function mark(client: QueryClient, { game, on }: Change): void {
  client.setQueryData(favouriteIdsQuery.queryKey, (known = []) => {
    const others = known.filter((id) => !names(game).includes(id))
    return on ? [String(game.id), ...others] : others
  })
}

/**
 * The hearts of all games. One turns at once and turns back when the server refuses. `toggle` stays the same
 * function as long as the visitor does.
 */
export function useFavourites(): Favourites {
  const client = useQueryClient()
  const navigate = useNavigate()
  const router = useRouter()
  const isPlayer = Boolean(usePlayer())
  const ids = useQuery({ ...favouriteIdsQuery, enabled: isPlayer }).data
  const pending = useMutationState({
    filters: { mutationKey: CHANGE, status: 'pending' },
    select: (mutation) => (mutation.state.variables as Change).game.identifier,
  })
  const listAnew = () => void client.invalidateQueries({ queryKey: favouriteGamesQuery.queryKey })
  const { start } = useAction({
    mutationKey: CHANGE,
    subjectOf,
    run: ({ game, on }: Change, { idempotencyKey }) =>
      request(on ? 'PUT' : 'DELETE', '/api/player/favorite_games/{id}', { path: { id: String(game.id) }, idempotencyKey }),
    onStart: async (change) => {
      // A list that is on its way was drawn up before this press.
      await client.cancelQueries({ queryKey: favouriteIdsQuery.queryKey })
      mark(client, change)
    },
    onDone: listAnew,
    onError: (_error, { game, on }) => {
      // The others keep what was done to them meanwhile.
      mark(client, { game, on: !on })
      listAnew()
    },
  })
  const marked = useMemo(() => new Set(ids), [ids])
  const toggle = useCallback(
    (game: Game) => {
      if (!isPlayer) return void navigate({ to: '/sign-up', search: { redirect: router.state.location.href } as object })
      const isRunning = () =>
        client.isMutating({
          predicate: ({ state, options }) => options.mutationKey === CHANGE && (state.variables as Change).game.identifier === game.identifier,
        }) > 0
      const turn = (known: string[]) => isRunning() || start({ game, on: !known.some((id) => names(game).includes(id)) })
      const known = client.getQueryData(favouriteIdsQuery.queryKey)
      if (known) return void turn(known)
      // Which way the heart turns is known once the list is there; without it nothing turns, and the log has heard why.
      const arrived = client.ensureQueryData(favouriteIdsQuery)
      // Who waits for a list gets it just before it is kept.
      void arrived.then(
        (ids) => yieldToMain().then(() => turn(ids)),
        () => undefined,
      )
    },
    [client, isPlayer, start, navigate, router],
  )
  return {
    isFavourite: (game) => names(game).some((id) => marked.has(id)),
    isPending: (game) => pending.includes(game.identifier),
    toggle,
  }
}
