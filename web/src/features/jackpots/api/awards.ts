import { queryOptions } from '@tanstack/react-query'
import { PLAYER_SCOPE } from '@/api/keys'
import type { JackpotWin } from '@/api/types'

/** Where frames leave what the player has won, until it was looked at. */
export const AWARDS = [PLAYER_SCOPE, 'jackpot-awards'] as const

/** A jackpot that the player has won. */
export type JackpotAward = Pick<JackpotWin, 'id' | 'jackpot_title' | 'jackpot_level_name' | 'amount_cents' | 'currency' | 'created_at'>

/** What the player has won and not looked at. No call brings it: only frames do. */
export const awardsQuery = queryOptions({
  queryKey: AWARDS,
  queryFn: (): JackpotAward[] => [],
  staleTime: Number.POSITIVE_INFINITY,
  enabled: false,
})
