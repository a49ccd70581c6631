import { percentText } from '../../src/lib/decimals'
import type { GameContext } from '../context'
import type { MessageKey } from '../play/messages'
import { walletSentences } from '../play/wallet'
import { element } from '../shell/dom'
import { panel } from '../shell/frame'

/** Kinds of bets and how many pockets they cover. */
const KINDS: readonly (readonly [MessageKey, number])[] = [
  ['game.kind_straight', 1],
  ['game.kind_split', 2],
  ['game.kind_street', 3],
  ['game.kind_corner', 4],
  ['game.kind_six_line', 6],
  ['game.kind_column', 12],
  ['game.kind_dozen', 12],
  ['game.kind_even_chance', 18],
]

/** The rules of the table as a dialog. */
export function rouletteRules({ t, session, money }: GameContext): HTMLDialogElement {
  const rows = KINDS.map(([key, covered]) =>
    element(
      'tr',
      {},
      element('th', { text: t(key), attributes: { scope: 'row' } }),
      element('td', { text: t('game.roulette_pays', { multiple: 36 / covered - 1 }) }),
    ),
  )
  const sentences = [
    t('game.roulette_rules'),
    t('game.roulette_limit_min', { amount: money(session.min_cents) }),
    t('game.roulette_limit_max', { amount: money(session.max_cents) }),
    ...(session.rtp === null ? [] : [t('game.rules_rtp', { rtp: percentText(session.rtp, session.locale) })]),
    ...walletSentences(t, session),
    t(session.mode === 'demo' ? 'game.rules_fair_demo' : 'game.rules_fair'),
    t('game.rules_name', { name: session.game.definition_hash }),
    t('game.rules_malfunction'),
    t('game.roulette_keys'),
  ]
  const table = element('table', { class: 'pay-list' }, element('tbody', {}, ...rows))
  const content = element('div', { class: 'rules' }, table, ...sentences.map((text) => element('p', { text })))
  return panel(t('game.rules_title'), t, content)
}
