import type { Translate } from '../play/messages'
import type { OwnBet, RoundOutcome } from '../play/types'

/** Who has won, in words. */
export function outcomeText(t: Translate, { winner, player, banker, player_pair, banker_pair }: RoundOutcome): string {
  const words = [t(winner === 'tie' ? 'game.felt_result_tie' : winner === 'player' ? 'game.felt_result_player' : 'game.felt_result_banker', { player, banker })]
  if (player_pair) words.push(t('game.felt_result_player_pair'))
  if (banker_pair) words.push(t('game.felt_result_banker_pair'))
  return words.join(' ')
}

/** What became of the player's bets, in words; nothing when there were none. */
export function resultText(t: Translate, money: (cents: number) => string, bets: readonly Pick<OwnBet, 'state' | 'win_cents'>[]): string {
  if (bets.length === 0) return ''
  const amount = money(bets.reduce((sum, { win_cents }) => sum + win_cents, 0))
  if (bets.every(({ state }) => state === 'returned')) return t('game.felt_returned', { amount })
  return bets.some(({ win_cents }) => win_cents > 0) ? t('game.felt_paid', { amount }) : t('game.felt_lost')
}
