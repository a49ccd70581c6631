import { percentText } from '../../src/platform/decimals'
import type { GameContext } from '../context'
import type { MessageKey } from '../play/messages'
import type { BetKind } from '../play/types'
import { walletSentences } from '../play/wallet'
import { demoProof } from '../shell/demoProof'
import { element } from '../shell/dom'
import { panel } from '../shell/frame'

/** Kinds of bets, how many pockets they cover, and a kind whose limits they have. */
const KINDS: readonly (readonly [MessageKey, number, BetKind])[] = [
  ['game.kind_straight', 1, 'straight'],
  ['game.kind_split', 2, 'split'],
  ['game.kind_street', 3, 'street'],
  ['game.kind_corner', 4, 'corner'],
  ['game.kind_six_line', 6, 'six_line'],
  ['game.kind_column', 12, 'column'],
  ['game.kind_dozen', 12, 'dozen'],
  ['game.kind_even_chance', 18, 'red'],
]

/** The rules of the table as a dialog. */
export function rouletteRules(context: GameContext): HTMLDialogElement {
  const { t, session, money } = context
  const rows = KINDS.map(([key, covered, of]) => {
    const place = session.places.find(({ kind }) => kind === of)
    const limits = place === undefined ? '' : t('game.roulette_place_limits', { min: money(place.min_cents), max: money(place.max_cents) })
    return element(
      'tr',
      {},
      element('th', { text: t(key), attributes: { scope: 'row' } }),
      element('td', { text: t('game.roulette_pays', { multiple: 36 / covered - 1 }) }),
      element('td', { text: limits }),
    )
  })
  const sentences = [
    t('game.roulette_rules'),
    t('game.roulette_limit_max', { amount: money(session.max_cents) }),
    ...(session.rtp === null ? [] : [t('game.rules_rtp', { rtp: percentText(session.rtp, session.locale) })]),
    ...walletSentences(t, session),
    t(session.mode === 'demo' ? 'game.rules_fair_demo' : 'game.rules_fair'),
    t('game.rules_name', { name: session.game.definition_hash }),
    t('game.rules_malfunction'),
    t('game.roulette_keys'),
  ]
  const table = element('table', { class: 'pay-list' }, element('tbody', {}, ...rows))
  const content = element('div', { class: 'rules' }, table, ...sentences.map((text) => element('p', { text })), ...demoProof(context))
  return panel(t('game.rules_title'), t, content)
}
