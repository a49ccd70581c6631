import { percentText } from '../../src/platform/decimals'
import type { GameContext } from '../context'
import type { KenoDefinition } from '../play/kenoTypes'
import { walletSentences } from '../play/wallet'
import { demoProof } from '../shell/demoProof'
import { element } from '../shell/dom'
import { panel } from '../shell/frame'
import { paysOf, returnOf, timesText } from './pays'
import { picksMax } from './picks'

/** The rules of the game as a dialog: what each count of picks pays and returns. */
export function kenoRules(context: GameContext, definition: KenoDefinition): HTMLDialogElement {
  const { t, session, money } = context
  const counts = Object.keys(definition.pays).map(Number)
  const percent = (share: number): string => percentText((share * 100).toFixed(2), session.locale)
  const rows = counts.map((picks) => {
    const pays = paysOf(definition, picks).map(({ hits, times }) => `${t('game.keno_hits', { count: hits })} ${timesText(times, session.locale)}`)
    return element(
      'tr',
      {},
      element('th', { text: t('game.keno_picks_of', { count: picks }), attributes: { scope: 'row' } }),
      element('td', { text: pays.join(' · ') }),
      element('td', { text: percent(returnOf(definition, picks)) }),
    )
  })
  const head = [t('game.keno_picked'), t('game.keno_pays'), t('game.keno_returns')].map((text) => element('th', { text, attributes: { scope: 'col' } }))
  const table = element('table', { class: 'pay-list keno-rules' }, element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...rows))
  const { numbers, drawn } = definition
  const sentences = [
    t('game.keno_rules', { max: picksMax(definition), numbers, drawn }),
    t('game.keno_rules_pays'),
    t('game.roulette_limit_min', { amount: money(session.min_cents) }),
    t('game.roulette_limit_max', { amount: money(session.max_cents) }),
    ...(session.rtp === null ? [] : [t('game.rules_rtp', { rtp: percentText(session.rtp, session.locale) })]),
    t('game.keno_rules_returns'),
    ...walletSentences(t, session),
    t(session.mode === 'demo' ? 'game.rules_fair_demo' : 'game.rules_fair'),
    t('game.rules_name', { name: session.game.definition_hash }),
    t('game.rules_malfunction'),
    t('game.keno_keys'),
    ...(session.controls.autoplay ? [t('game.rules_hold_to_spin')] : []),
  ]
  return panel(t('game.rules_title'), t, element('div', { class: 'rules' }, table, ...sentences.map((text) => element('p', { text })), ...demoProof(context)))
}
