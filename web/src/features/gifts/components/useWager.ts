import { useQuery } from '@tanstack/react-query'
import { bonusesQuery } from '@/api/session/bonuses'
import { usePlayer } from '@/api/session/player'
import { currentLocale } from '@/i18n/messages'
import { isActiveIn, totalWager, type WagerProgress } from '../model/wager'

export interface Wager {
  /** Nothing asked and nothing done while no bonus is active; undefined before the bonuses are known. */
  progress: WagerProgress | undefined
  /** Whether the bonus money is never paid out itself. */
  isSticky: boolean
  hasFailed: boolean
  retry: () => void
}

/** How far the active bonuses of a wallet are wagered. */
export function useWager(currency: string): Wager {
  const { data, isError, refetch } = useQuery({ ...bonusesQuery(currentLocale()), enabled: Boolean(usePlayer()) })
  const isSticky = data?.some((bonus) => bonus.sticky && isActiveIn(bonus, currency)) ?? false
  return { progress: data && totalWager(data, currency), isSticky, hasFailed: isError && !data, retry: () => void refetch() }
}
