import { type MessageKey, type Translate, isMessageKey } from '../play/messages'
import type { MoneyFormat } from '../play/money'
import type { Win } from '../play/types'
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

/** The window in words, reel by reel. */
export function readWindow(t: Translate, window: Window): string {
  const reels = window.map((column) => column.map((symbol) => symbolName(t, symbol)).join(', ')).join('; ')
  return t('game.read_window', { reels })
}
