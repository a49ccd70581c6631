import type { QueryClient } from '@tanstack/react-query'
import type { Boot } from '@/api/boot'
import { deviceKind } from '@/platform/useMediaQuery'
import { gameQuery, gamesListQuery, gamesRowQuery } from '../api/games'

/** Fills the cache with the games that the page brought along, unless they are for another kind of device. */
export function seedGames(client: QueryClient, { device, row, list, game }: Boot): void {
  if (game) client.setQueryData(gameQuery(game.provider, game.seo_title).queryKey, game)
  if (device !== deviceKind()) return
  if (row) client.setQueryData(gamesRowQuery({}).queryKey, row)
  if (list) client.setQueryData(gamesListQuery(list.filter, list.page).queryKey, { pages: [list.answer], pageParams: [list.page] })
}
