import { decimalText } from '../../src/platform/decimals'
import type { Translate } from './messages'
import type { Session } from './types'

/** What the rules say of a wallet whose coin the game does not take; nothing for every other. */
export function walletSentences(t: Translate, { wallet, currency, locale }: Pick<Session, 'wallet' | 'currency' | 'locale'>): string[] {
  if (wallet === null) return []
  return [t('game.rules_wallet', { currency: currency.code, coin: wallet.currency, rate: decimalText(wallet.rate, locale) })]
}

/** How the balance is labelled where a session is not played with the wallet's own money as it is; null where it is. */
export function moneyLabel(t: Translate, { mode, wallet, currency }: Pick<Session, 'mode' | 'wallet' | 'currency'>): string | null {
  if (mode === 'demo') return t('game.balance_demo')
  return wallet === null ? null : t('game.played_in', { currency: currency.code })
}
