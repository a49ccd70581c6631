import type { GameContext } from '../context'
import { percentText } from '../../src/platform/decimals'
import type { CrashDefinition } from '../play/types'
import { walletSentences } from '../play/wallet'
import { element } from '../shell/dom'
import { panel } from '../shell/frame'
import { timesFormat } from './curve'

/** The rules of the game as a dialog. */
export function crashRules({ t, session, money }: GameContext): HTMLDialogElement {
  const { max_multiplier: cap } = session.game.definition as CrashDefinition
  const times = timesFormat(session.locale)
  const sentences = [
    t('game.crash_rules'),
    t('game.crash_rules_auto'),
    t('game.crash_rules_by_hand'),
    t('game.crash_rules_two'),
    t('game.crash_rules_cap', { multiplier: times(cap) }),
    t('game.crash_rules_stopped'),
    t('game.crash_rules_still'),
    t('game.crash_rules_real'),
    t('game.roulette_limit_min', { amount: money(session.min_cents) }),
    t('game.crash_limit_max', { amount: money(session.max_cents) }),
    ...(session.rtp === null ? [] : [t('game.rules_rtp', { rtp: percentText(session.rtp, session.locale) })]),
    ...walletSentences(t, session),
    t('game.crash_rules_fair'),
    t('game.rules_name', { name: session.game.definition_hash }),
    t('game.rules_malfunction'),
    t('game.crash_keys'),
  ]
  return panel(t('game.rules_title'), t, element('div', { class: 'rules' }, ...sentences.map((text) => element('p', { text }))))
}
