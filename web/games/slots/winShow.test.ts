import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { GameContext } from '../context'
import type { Win } from '../play/types'
import { Playback } from '../shell/motion'
import type { Effects } from './effects'
import { WinShow } from './winShow'

const wins: Win[] = [900, 50].map((amount_cents, line) => ({ kind: 'line', symbol: 'a', count: 3, line, ways: null, positions: [[line, 0]], amount_cents }))

function show() {
  const lit: number[][] = []
  const labels: string[] = []
  const effects = {
    light: (of: readonly Win[]) => lit.push(of.map(({ amount_cents }) => amount_cents)),
    label: (_: Win, text: string) => labels.push(text),
    pulse: () => Promise.resolve(),
  } as unknown as Effects
  const context = { frame: { showStatus: vi.fn() }, t: (key: string) => key, money: String, sound: { win: vi.fn() } } as unknown as GameContext
  return { lit, labels, context, winShow: new WinShow(context, { evaluation: { kind: 'ways' } }, effects, new Playback()) }
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
