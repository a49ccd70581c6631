import { useQuery } from '@tanstack/react-query'
import { usePlayer } from '@/api/session/player'
import { currentLocale } from '@/i18n/messages'
import { groupsOf } from '@/domain/player/groups'
import { useNow } from '@/platform/useNow'
import { bannersQuery } from '../api/banners'
import { shownBanners, type Banner } from '../model/banner'

/** Banners come and go by the clock; nobody minds a few seconds. */
const LOOK_EVERY_MS = 15_000

/** The banners of a place that this visitor sees now; undefined before they are known, none when they cannot be read. */
export const useBanners = (category: string): Banner[] | undefined => useBannerList(category).banners

/** The same, with whether they cannot be read, and how to ask for them again. */
export function useBannerList(category: string): { banners: Banner[] | undefined; isError: boolean; refetch: () => unknown } {
  const player = usePlayer()
  const { data, isError, refetch } = useQuery({ ...bannersQuery(currentLocale(), player?.id ?? null), enabled: player !== undefined })
  const now = useNow(LOOK_EVERY_MS)
  const banners = isError ? [] : data && shownBanners(data, { category, groups: player ? groupsOf(player) : null, now })
  return { banners, isError, refetch }
}
