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

/** The same without the amount, which is still to be counted. */
const HIT_KEYS: Readonly<Record<Win['kind'], MessageKey>> = {
  line: 'game.hit_line',
  ways: 'game.hit_ways',
  scatter: 'game.hit_symbols',
  pay_anywhere: 'game.hit_symbols',
  cluster: 'game.hit_symbols',
  expanded: 'game.hit_expanded',
  coins: 'game.hold_coins',
  full: 'game.hit_full',
}

/** One win as a sentence. */
export function readWin(t: Translate, money: MoneyFormat, win: Win): string {
  return t(WIN_KEYS[win.kind], { ...valuesOf(t, win), amount: money(win.amount_cents) })
}

/** What has won, without what it pays: the one win, or how many there are. */
export function readHits(t: Translate, wins: readonly Win[]): string {
  const [first] = wins
  if (first === undefined) return ''
  if (wins.length === 1) return t(HIT_KEYS[first.kind], valuesOf(t, first))
  const all = (kind: Win['kind']): boolean => wins.every((win) => win.kind === kind)
  return t(all('line') ? 'game.wins_lines' : all('cluster') ? 'game.wins_clusters' : 'game.wins_any', { count: wins.length })
}

function valuesOf(t: Translate, { count, symbol, line, ways }: Win): Record<string, string | number> {
  return { count, symbol: symbolName(t, symbol), line: (line ?? 0) + 1, ways: ways ?? 1 }
}

/** The coins of the window in words: how many, and what they are worth together. */
export function readCoins(t: Translate, money: MoneyFormat, coins: readonly Coin[]): string {
  return t('game.read_coins', { count: coins.length, amount: money(worthOf(coins)) })
}

/** What coins are worth together. */
export function worthOf(coins: readonly Coin[]): number {
  return coins.reduce((total, coin) => total + coin.amount_cents, 0)
}

/** The window in words, reel by reel. */
export function readWindow(t: Translate, window: Window): string {
  const reels = window.map((column) => column.map((symbol) => (symbol === '' ? t('game.blank') : symbolName(t, symbol))).join(', ')).join('; ')
  return t('game.read_window', { reels })
}
