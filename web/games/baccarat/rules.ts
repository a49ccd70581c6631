import { percentText } from '../../src/platform/decimals'
import type { GameContext } from '../context'
import type { BaccaratDefinition } from '../play/types'
import { walletSentences } from '../play/wallet'
import { element } from '../shell/dom'
import { panel } from '../shell/frame'
import { oddsText, PLACE_NAMES, PLACES } from './places'

/** The rules of the game as a dialog. */
export function feltRules({ t, session, money }: GameContext): HTMLDialogElement {
  const rules = session.game.definition as BaccaratDefinition
  const places = PLACES.map((spot) => {
    const limit = session.places.find(({ kind }) => kind === spot)
    const amount = money(limit?.max_cents ?? session.max_cents)
    return t('game.felt_rules_place', { place: t(PLACE_NAMES[spot]), odds: oddsText(spot, rules, session.locale), amount })
  })
  const sentences = [
    t('game.felt_rules'),
    t('game.felt_rules_values'),
    t('game.felt_rules_player'),
    t('game.felt_rules_banker'),
    ...places,
    t('game.felt_rules_tie'),
    t('game.felt_rules_commission', { percent: rules.commission_percent }),
    t('game.felt_rules_pairs'),
    t('game.felt_rules_once'),
    t('game.felt_rules_stopped'),
    t('game.felt_rules_void'),
    t('game.crash_rules_real'),
    t('game.roulette_limit_min', { amount: money(session.min_cents) }),
    t('game.felt_limit_max', { amount: money(session.max_cents) }),
    ...(session.rtp === null ? [] : [t('game.rules_rtp', { rtp: percentText(session.rtp, session.locale) })]),
    t('game.felt_rules_returns'),
    ...walletSentences(t, session),
    t('game.felt_rules_fair', { decks: rules.decks }),
    t('game.rules_name', { name: session.game.definition_hash }),
    t('game.rules_malfunction'),
    t('game.felt_keys'),
  ]
  return panel(t('game.rules_title'), t, element('div', { class: 'rules' }, ...sentences.map((text) => element('p', { text }))))
}
