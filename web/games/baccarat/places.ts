import type { MessageKey } from '../play/messages'
import type { BaccaratDefinition, SpotName } from '../play/types'

/** The places of the felt, in the order in which they are reached by key. */
export const PLACES: readonly SpotName[] = ['player', 'tie', 'banker', 'player_pair', 'banker_pair']

/** What the places are called. */
export const PLACE_NAMES: Readonly<Record<SpotName, MessageKey>> = {
  player: 'game.felt_player',
  banker: 'game.felt_banker',
  tie: 'game.felt_tie',
  player_pair: 'game.felt_player_pair',
  banker_pair: 'game.felt_banker_pair',
}

/** What a place wins to one. */
export function oddsOf(spot: SpotName, rules: BaccaratDefinition): number {
  switch (spot) {
    case 'player':
      return 1
    case 'banker':
      return 1 - rules.commission_percent / 100
    case 'tie':
      return rules.tie_pays
    default:
      return rules.pair_pays
  }
}

/** Odds as they stand on the felt, such as `0.95 : 1`. */
export function oddsText(spot: SpotName, rules: BaccaratDefinition, locale: string): string {
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(oddsOf(spot, rules))} : 1`
}
