import type { QueryClient } from '@tanstack/react-query'
import type { Boot } from '@/api/boot'
import { playerFrom } from '@/api/session/player'
import { bannersQuery } from '../api/banners'
import type { Banner } from './banner'

/** Fills the cache with the banners that the page brought along. */
export function seedBanners(client: QueryClient, { banners, context, player }: Boot): void {
  if (!banners || !context || !player) return
  client.setQueryData(bannersQuery(context.locale, playerFrom(player)?.id ?? null).queryKey, banners as Banner[])
}
