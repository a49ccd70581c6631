import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { GameContext } from '../context'
import type { Win } from '../play/types'
import { Playback } from '../shell/motion'
import type { Effects } from './effects'
import { WinShow } from './winShow'

const wins: Win[] = [900, 50].map((amount_cents, line) => ({ kind: 'line', symbol: 'a', count: 3, line, ways: null, positions: [[line, 0]], amount_cents }))

function show() {
  const line = Object.assign(document.createElement('p'), { className: 'status' })
  const root = document.createElement('div')
  root.append(line)
  const showStatus = (text: string): void => void (line.textContent = text)
  const lit: number[][] = []
  const labels: string[] = []
  const pulsed: number[][] = []
  const effects = {
    light: (of: readonly Win[]) => lit.push(of.map(({ amount_cents }) => amount_cents)),
    label: (_: Win, text: string) => labels.push(text),
    pulse: (of: readonly Win[]) => Promise.resolve(void pulsed.push(of.map(({ positions }) => positions.length))),
  } as unknown as Effects
  const t = (key: string, { count = '', amount = '' }: Record<string, string | number> = {}) => `${key} ${count} ${amount}`.trim()
  const context = { frame: { root, showStatus }, t, money: String, sound: { win: vi.fn(), scatter: vi.fn() } } as unknown as GameContext
  return {
    lit,
    labels,
    pulsed,
    line,
    turn: () => line.querySelector('.status-turn')?.textContent,
    winShow: new WinShow(context, { evaluation: { kind: 'ways' } }, effects, new Playback()),
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('lights all wins together, and each in turn while the game rests', async () => {
  const { lit, labels, winShow } = show()
  await winShow.all({ kind: 'wins', wins, multiplier: 1, celebrate: true })
  expect(lit).toEqual([[900, 50]])
  winShow.rest()
  await vi.advanceTimersByTimeAsync(4_600)
  expect(lit.slice(1)).toEqual([[900], [50], [900, 50]])
  expect(labels).toEqual(['1 · 900', '2 · 50'])
  expect(winShow.isShowing).toBe(true)
  winShow.stop()
  expect(winShow.isShowing).toBe(false)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(lit).toHaveLength(4)
})

it('begins its turns anew when it is told to rest again', async () => {
  const { lit, winShow } = show()
  await winShow.all({ kind: 'wins', wins, multiplier: 1, celebrate: true })
  winShow.rest()
  await vi.advanceTimersByTimeAsync(1_000)
  winShow.rest()
  await vi.advanceTimersByTimeAsync(1_400)
  expect(lit).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(lit.slice(1)).toEqual([[900]])
  winShow.stop()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(lit).toHaveLength(2)
})

it('has nothing to take turns with after the reels have turned again', async () => {
  const { lit, winShow } = show()
  await winShow.all({ kind: 'wins', wins, multiplier: 1, celebrate: true })
  winShow.stop()
  winShow.rest()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(lit).toHaveLength(1)
})

it('says how many wins there are before their amount is counted, and each of them in its turn', async () => {
  const { line, turn, winShow } = show()
  await winShow.all({ kind: 'wins', wins, multiplier: 1, celebrate: true })
  expect(line.textContent).toBe('game.wins_lines 2')
  line.textContent = 'Won 950'
  winShow.rest()
  await vi.advanceTimersByTimeAsync(1_600)
  expect([turn(), line.firstChild?.textContent, line.querySelector('span')?.getAttribute('aria-hidden')]).toEqual(['game.win_line 3 900', 'Won 950', 'true'])
  await vi.advanceTimersByTimeAsync(1_500)
  expect(turn()).toBe('game.win_line 3 50')
  await vi.advanceTimersByTimeAsync(1_500)
  expect(line.textContent).toBe('Won 950')
  await vi.advanceTimersByTimeAsync(1_500)
  winShow.stop()
  expect(line.textContent).toBe('Won 950')
})

it('leaves alone what is said while wins take turns', async () => {
  const { line, lit, winShow } = show()
  await winShow.all({ kind: 'wins', wins, multiplier: 1, celebrate: true })
  winShow.rest()
  await vi.advanceTimersByTimeAsync(1_600)
  line.textContent = 'Sun: 3 – €5'
  await vi.advanceTimersByTimeAsync(4_500)
  expect([line.textContent, lit.length]).toEqual(['Sun: 3 – €5', 5])
  winShow.stop()
})

it('lets a single win move again and again, and names it without its amount at first', async () => {
  const { labels, line, pulsed, turn, winShow } = show()
  await winShow.all({ kind: 'wins', wins: wins.slice(0, 1), multiplier: 1, celebrate: true })
  expect(line.textContent).toBe('game.hit_line 3')
  winShow.rest()
  await vi.advanceTimersByTimeAsync(1_600)
  expect([labels, turn(), pulsed.length]).toEqual([['1 · 900'], 'game.win_line 3 900', 2])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(pulsed).toHaveLength(3)
  winShow.stop()
})

it('lets what begins a feature move, whether it pays or not', async () => {
  const { line, lit, pulsed, winShow } = show()
  const cells = [
    [0, 1],
    [2, 0],
    [4, 2],
  ] as const
  const told = winShow.trigger({ kind: 'trigger', cells, symbol: 'dossier', hit: 'scatter' })
  expect([lit, pulsed, line.textContent]).toEqual([[[0]], [[3]], 'game.hit_symbols 3'])
  await vi.advanceTimersByTimeAsync(1_200)
  await told
  // It is no win that takes turns later.
  expect(winShow.isShowing).toBe(false)
})

it.each([
  [1, '×2'],
  [3, '×6'],
])('says in its turn by what a win is multiplied: by its wild, and with all others by %i', async (multiplier, times) => {
  const { labels, turn, winShow } = show()
  await winShow.all({ kind: 'wins', wins: [{ ...wins[0]!, wildTimes: 2 }], multiplier, celebrate: true })
  winShow.rest()
  await vi.advanceTimersByTimeAsync(1_600)
  expect([labels, turn()]).toEqual([[`1 · ${times} · 900`], `game.win_line 3 900 · ${times}`])
  winShow.stop()
})

it('calls coins that begin hold and win coins', async () => {
  const { line, winShow } = show()
  const told = winShow.trigger({ kind: 'trigger', cells: [[0, 1]], symbol: 'ember', hit: 'coins' })
  expect(line.textContent).toBe('game.hold_coins 1')
  await vi.advanceTimersByTimeAsync(1_200)
  await told
})
