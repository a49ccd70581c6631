import type { Coin } from '../../api/types'

export type CoinChoice = 'credit' | 'return' | 'approve' | 'refuse'

/** What a member who may decide can do about coins: what is asked for is decided first, by somebody else or taken back. */
export function choicesFor({ state, asked }: Pick<Coin, 'state' | 'asked'>, member: string): CoinChoice[] {
  if (state !== 'held') return []
  if (!asked) return ['credit', 'return']
  return asked.member_id === member ? ['refuse'] : ['approve', 'refuse']
}
