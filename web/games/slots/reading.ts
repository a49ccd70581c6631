import { type MessageKey, type Translate, isMessageKey } from '../play/messages'
import type { MoneyFormat } from '../play/money'
import type { Coin, Win } from '../play/types'
import type { Window } from './timeline'

/** A symbol's name in the player's language. */
export function symbolName(t: Translate, symbol: string): string {
  const key = `game.symbol.${symbol}`
  return isMessageKey(key) ? t(key) : symbol
}

const WIN_KEYS: Readonly<Record<Win['kind'], MessageKey>> = {
  line: 'game.win_line',
  ways: 'game.win_ways',
  scatter: 'game.win_scatter',
  pay_anywhere: 'game.win_pay_anywhere',
  cluster: 'game.win_cluster',
  expanded: 'game.win_expanded',
  coins: 'game.win_coins',
  full: 'game.win_full',
}

/** One win as a sentence. */
export function readWin(t: Translate, money: MoneyFormat, win: Win): string {
  return t(WIN_KEYS[win.kind], {
    count: win.count,
    symbol: symbolName(t, win.symbol),
    amount: money(win.amount_cents),
    line: (win.line ?? 0) + 1,
    ways: win.ways ?? 1,
  })
}

/** The coins of the window in words: how many, and what they are worth together. */
export function readCoins(t: Translate, money: MoneyFormat, coins: readonly Coin[]): string {
  const sum = coins.reduce((total, coin) => total + coin.amount_cents, 0)
  return t('game.read_coins', { count: coins.length, amount: money(sum) })
}

/** The window in words, reel by reel. */
export function readWindow(t: Translate, window: Window): string {
  const reels = window.map((column) => column.map((symbol) => (symbol === '' ? t('game.blank') : symbolName(t, symbol))).join(', ')).join('; ')
  return t('game.read_window', { reels })
}
