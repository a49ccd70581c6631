import type { GameContext } from '../context'
import type { MessageKey, Translate } from '../play/messages'
import type { RouletteDefinition } from '../play/types'
import { refusalText } from '../shell/refusal'
import type { BetRefusal } from './bets'
import type { Spot } from './spots'

/** A bet in words, such as `split 8, 11`. */
export function readSpot(t: Translate, spot: Spot): string {
  const key: MessageKey = `game.bet_${spot.kind}`
  return t(key, { numbers: spot.numbers.join(', '), place: spot.place })
}

/** What is printed on a field. */
export function fieldText(t: Translate, spot: Spot): string {
  switch (spot.kind) {
    case 'straight':
      return String(spot.numbers[0])
    case 'column':
      return '2:1'
    case 'dozen':
      return `${spot.numbers[0]}–${spot.numbers.at(-1)}`
    case 'low':
    case 'high':
      return `${spot.numbers[0]}–${spot.numbers.at(-1)}`
    default:
      return t(`game.bet_${spot.kind}`)
  }
}

/** A field's name for screen readers: its bet, and what is printed on it where that says more. */
export function fieldName(t: Translate, spot: Spot): string {
  const [bet, printed] = [readSpot(t, spot), fieldText(t, spot)]
  return bet.toLowerCase().includes(printed.toLowerCase()) ? bet : `${bet}, ${printed}`
}

/** Why a chip is not taken, as a sentence. */
export function readRefusal({ t, money, session }: Pick<GameContext, 't' | 'money' | 'session'>, refused: BetRefusal): string {
  switch (refused.reason) {
    case 'balance':
      return refusalText(t, 'insufficient_funds')
    case 'limit_max':
      return t('game.roulette_limit_max', { amount: money(session.max_cents) })
    case 'limit_bets':
      return t('game.roulette_limit_bets', { count: (session.game.definition as RouletteDefinition).max_bets })
    case 'place_min':
    case 'place_max':
      return t(`game.roulette_${refused.reason}`, { amount: money(refused.limit_cents), bet: readSpot(t, refused.spot) })
  }
}
