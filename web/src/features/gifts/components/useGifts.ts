import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { bonusesQuery, freespinsQuery, hiddenGroupsQuery } from '@/api/session/bonuses'
import { usePlayer } from '@/api/session/player'
import { currentLocale } from '@/i18n/messages'
import { giftsOf, type Gift } from '../model/gifts'

interface Gifts {
  /** In the order in which they matter. */
  current: Gift[]
  finished: Gift[]
  isPending: boolean
  hasFailed: boolean
  retry: () => void
}

const NONE: never[] = []

/** What the player was given; nothing for a guest. */
export function useGifts(): Gifts {
  const isPlayer = Boolean(usePlayer())
  const bonuses = useQuery({ ...bonusesQuery(currentLocale()), enabled: isPlayer })
  const freespins = useQuery({ ...freespinsQuery(currentLocale()), enabled: isPlayer })
  const hidden = useQuery({ ...hiddenGroupsQuery, enabled: isPlayer })
  const gifts = useMemo(
    () => (isPlayer ? giftsOf(bonuses.data ?? NONE, freespins.data ?? NONE, hidden.data ?? NONE) : { current: NONE, finished: NONE }),
    [isPlayer, bonuses.data, freespins.data, hidden.data],
  )
  const retry = () => {
    for (const { isError, refetch } of [bonuses, freespins]) if (isError) void refetch()
  }
  return {
    ...gifts,
    isPending: isPlayer && (bonuses.isPending || freespins.isPending || hidden.isLoading),
    hasFailed: (bonuses.isError && !bonuses.data) || (freespins.isError && !freespins.data),
    retry,
  }
}
