import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type WinLevel, countUpDuration } from '../play/countup'
import { Celebration } from './celebration'
import { Playback } from './motion'
import type { Sound } from './sound'

const t = (key: string): string => key

function celebration() {
  document.body.replaceChildren()
  const playback = new Playback()
  const heard = { fanfare: vi.fn(), count: vi.fn(), sting: vi.fn() }
  const coins = vi.fn(() => Promise.resolve())
  const shown = new Celebration(document.body, { t, money: (cents) => `€${cents / 100}`, playback, sound: heard as unknown as Sound, coins })
  const root = document.querySelector<HTMLElement>('.celebration')!
  return { shown, playback, root, heard, coins, lines: () => [...root.children].map(({ textContent }) => textContent) }
}

/** Whether the player wants no motion; it is asked for once and looked at whenever something moves. */
const motion = { matches: true }

beforeEach(() => {
  motion.matches = true
  vi.stubGlobal('matchMedia', () => motion)
})
afterEach(() => void vi.useRealTimers())

it('holds a feature back until the player presses, on the plate or on the round button', async () => {
  const { shown, playback, root, lines } = celebration()
  for (const press of [() => root.click(), () => playback.skip()]) {
    let hasBegun = false
    const begun = shown.intro('Free spins', '10').then(() => (hasBegun = true))
    expect(root.hidden).toBe(false)
    expect(lines()).toEqual(['Free spins', '10', 'game.press_to_start'])
    await Promise.resolve()
    expect(hasBegun).toBe(false)
    press()
    await begun
    expect(root.hidden).toBe(true)
    // What was pressed away was the plate, not the first spin.
    expect(playback.skipping).toBe(false)
  }
})

it.each([
  [4250, '€42.5'],
  [0, 'game.feature_nothing'],
])('ends a feature that won %i with what it comes to', async (won, text) => {
  const { shown, root, lines } = celebration()
  const ended = shown.outro('Free spins', won, 'none')
  expect(lines()).toEqual(['Free spins', text, 'game.press_to_go_on'])
  root.click()
  await ended
  expect(root.hidden).toBe(true)
})

it('says no hint where nothing waits', async () => {
  const { shown, playback, lines } = celebration()
  const told = shown.announce('Free spins', '+5')
  expect(lines()).toEqual(['Free spins', '+5', ''])
  playback.skip()
  await told
})

it.each<[WinLevel, WinLevel[], number]>([
  ['win', [], 0],
  ['big', ['big'], 60],
  ['mega', ['big', 'mega'], 110],
  ['epic', ['big', 'mega', 'epic'], 180],
])('lets a win called %s grow into its name', async (level, names, coinCount) => {
  vi.useFakeTimers()
  motion.matches = false
  const { shown, root, heard, coins, lines } = celebration()
  const told = shown.win(12_345, level)
  const [first] = names
  expect([root.hidden, root.dataset.level, lines()[0]]).toEqual([false, first ?? level, first === undefined ? '' : `game.${first}`])
  const amounts: number[] = []
  for (let at = 0; at < countUpDuration(level) + 100; at += 100) {
    await vi.advanceTimersByTimeAsync(100)
    amounts.push(Number(lines()[1]?.slice(1)))
  }
  // It counts up, never down, and stands at the whole amount before it goes.
  expect(amounts).toEqual(amounts.toSorted((a, b) => a - b))
  expect([(amounts[0] ?? 0) < 123.45, amounts.at(-1), root.hidden]).toEqual([true, 123.45, false])
  expect(heard.count).toHaveBeenCalled()
  expect([root.dataset.level, lines()[0]]).toEqual([level, names.length === 0 ? '' : `game.${level}`])
  expect(heard.sting.mock.calls.flat()).toEqual(names)
  const rains = coins.mock.calls as unknown as [count: number, milliseconds: number][]
  expect(rains.reduce((sum, [count]) => sum + count, 0)).toBe(coinCount)
  // All of them end when the first does.
  expect(rains.map(([, milliseconds]) => milliseconds)).toEqual(rains.map(([, milliseconds]) => milliseconds).toSorted((a, b) => b - a))
  await vi.advanceTimersByTimeAsync(1_000)
  await told
  expect(root.hidden).toBe(true)
})

it('makes nothing of a return that is no win', async () => {
  const { shown, root, heard } = celebration()
  await shown.win(100, 'none')
  expect([root.hidden, heard.sting.mock.calls.length]).toEqual([true, 0])
})

it('shows a great win whole and still to a player who wants no motion', async () => {
  vi.useFakeTimers()
  const { shown, root, heard, coins, lines } = celebration()
  const told = shown.win(5_000, 'mega')
  expect(lines().slice(0, 2)).toEqual(['game.mega', '€50'])
  await vi.advanceTimersByTimeAsync(1_600)
  await told
  expect([root.hidden, heard.count.mock.calls.length, coins.mock.calls.length]).toEqual([true, 0, 0])
})

it('is at the end of counting as soon as the player presses', async () => {
  vi.useFakeTimers()
  motion.matches = false
  const { shown, root, lines } = celebration()
  const told = shown.win(5_000, 'epic')
  await vi.advanceTimersByTimeAsync(100)
  root.click()
  await vi.advanceTimersByTimeAsync(50)
  await told
  expect([lines()[1], root.hidden]).toEqual(['€50', true])
})
