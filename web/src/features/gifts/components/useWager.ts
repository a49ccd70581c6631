import { useQuery } from '@tanstack/react-query'
import { bonusesQuery } from '@/api/session/bonuses'
import { usePlayer } from '@/api/session/player'
import { currentLocale } from '@/i18n/messages'
import { totalWager, type WagerProgress } from '../model/wager'

/** How far the active bonus of a wallet is wagered; nothing asked and nothing done while there is none. */
export function useWager(currency: string): WagerProgress {
  const bonuses = useQuery({ ...bonusesQuery(currentLocale()), enabled: Boolean(usePlayer()) }).data
  return totalWager(bonuses ?? [], currency)
}
