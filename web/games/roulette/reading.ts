import type { MessageKey, Translate } from '../play/messages'
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
