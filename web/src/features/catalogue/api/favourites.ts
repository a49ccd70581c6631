import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '@/api/client'
import { MINE } from '@/api/keys'
import { usePlayer } from '@/api/session/player'
import { STALE_MS } from '@/api/staleTimes'
import type { Game } from '@/api/types'

/** Numbers of the player's favourite games. */
const favouriteIdsQuery = queryOptions({
  queryKey: [MINE, 'favourite-ids'],
  queryFn: async ({ signal }) => {
    const ids = await request<(string | number)[]>('GET', '/api/player/favorite_games', {
      headers: { Accept: 'application/vnd.s.v1+json' },
      signal,
    })
    return ids.map(String)
  },
  staleTime: STALE_MS.catalogue,
})

/** The player's favourite games, newest first. */
export const favouriteGamesQuery = queryOptions({
  queryKey: [MINE, 'favourite-games'],
  queryFn: async ({ signal }) => {
    const answer = await request<{ data: Game[] }>('GET', '/api/player/favorite_games', {
      headers: { Accept: 'application/vnd.s.v2+json' },
      signal,
    })
    return answer.data
  },
  staleTime: STALE_MS.live,
})

/**
 * Whether the game is a favourite, and how to change it. The heart turns at once and turns back when
 * the server refuses; while a change runs, `pending` keeps a second press away.
 */
export function useFavourite(game: Game): { isFavourite: boolean; pending: boolean; toggle: () => void } {
  const client = useQueryClient()
  const player = usePlayer()
  const ids = useQuery({ ...favouriteIdsQuery, enabled: Boolean(player) }).data
  const id = String(game.id)
  // An installation may answer with numbers or with identifiers: both name the game.
  const isFavourite = ids?.some((known) => known === id || known === game.identifier) ?? false

  const { mutate, isPending } = useMutation({
    mutationFn: (on: boolean) => request<undefined>(on ? 'PUT' : 'DELETE', `/api/player/favorite_games/${id}`),
    onMutate: (on) => {
      const before = client.getQueryData(favouriteIdsQuery.queryKey)
      client.setQueryData(favouriteIdsQuery.queryKey, (known = []) =>
        on ? [id, ...known] : known.filter((other) => other !== id && other !== game.identifier),
      )
      return before
    },
    onError: (_error, _on, before) => client.setQueryData(favouriteIdsQuery.queryKey, before),
    onSettled: () => client.invalidateQueries({ queryKey: favouriteGamesQuery.queryKey }),
  })
  return { isFavourite, pending: isPending, toggle: () => mutate(!isFavourite) }
}
