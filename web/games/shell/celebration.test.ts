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
  const line = (name: string) => root.querySelector(`.celebration-${name}`)?.textContent ?? ''
  /** What stands on the plate, from the top. */
  const lines = () => ['title', 'tier', 'amount', 'note', 'hint'].map(line).filter((text) => text !== '')
  return { shown, playback, root, heard, coins, lines, amount: () => Number(line('amount').slice(1)), tier: () => line('tier') }
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

it('says with a feature what holds in it', async () => {
  const { shown, root, lines } = celebration()
  const begun = shown.intro('Free spins', '10', 'All wins ×3')
  expect(lines()).toEqual(['Free spins', '10', 'All wins ×3', 'game.press_to_start'])
  root.click()
  await begun
})

it.each([
  [4250, ['game.total_win', '€42.5']],
  [0, ['game.feature_nothing']],
])('ends a feature that won %i with what it comes to', async (totalCents, texts) => {
  const { shown, root, lines } = celebration()
  const told = vi.fn()
  const ended = shown.outro('Free spins', { totalCents, level: 'none', betCents: 10_000, isCounted: false, told })
  expect([lines(), told.mock.calls.length]).toEqual([['Free spins', ...texts, 'game.press_to_go_on'], 1])
  root.click()
  await ended
  expect(root.hidden).toBe(true)
})

it('ends a feature on one plate, which counts, grows into its name and waits only then', async () => {
  vi.useFakeTimers()
  motion.matches = false
  const { shown, root, heard, lines, amount, tier } = celebration()
  const told = vi.fn()
  const ended = shown.outro('Free spins', { totalCents: 5_000, level: 'mega', betCents: 100, isCounted: false, told })
  const seen: [string, number][] = []
  for (let at = 0; at < countUpDuration('mega'); at += 50) {
    seen.push([tier(), amount()])
    await vi.advanceTimersByTimeAsync(50)
  }
  // Each name stands from its multiple of the bet on, and not before.
  expect([...new Set(seen.map(([name]) => name))]).toEqual(['game.total_win', 'game.big', 'game.mega'])
  for (const [name, euros] of seen) expect(name).toBe(euros < 15 ? 'game.total_win' : euros < 40 ? 'game.big' : 'game.mega')
  expect([lines().includes('game.press_to_go_on'), told.mock.calls.length]).toEqual([false, 0])
  await vi.advanceTimersByTimeAsync(100)
  expect([lines(), told.mock.calls.length, root.hidden]).toEqual([['Free spins', 'game.mega', '€50', 'game.press_to_go_on'], 1, false])
  expect(heard.sting.mock.calls.flat()).toEqual(['big', 'mega'])
  root.click()
  await ended
  expect(root.hidden).toBe(true)
})

it('is at the end of counting a feature with one press, and away with the next', async () => {
  vi.useFakeTimers()
  motion.matches = false
  const { shown, root, lines } = celebration()
  const ended = shown.outro('Free spins', { totalCents: 5_000, level: 'mega', betCents: 100, isCounted: false, told: () => undefined })
  await vi.advanceTimersByTimeAsync(100)
  root.click()
  await vi.advanceTimersByTimeAsync(100)
  expect([root.hidden, lines()]).toEqual([false, ['Free spins', 'game.mega', '€50', 'game.press_to_go_on']])
  root.click()
  await ended
  expect(root.hidden).toBe(true)
})

it('does not count again what has been counted', async () => {
  vi.useFakeTimers()
  motion.matches = false
  const { shown, root, heard, lines, amount } = celebration()
  const ended = shown.outro('Hold and win', { totalCents: 5_000, level: 'mega', betCents: 100, isCounted: true, told: () => undefined })
  // What stands has one name from the start.
  await vi.advanceTimersByTimeAsync(0)
  expect([lines(), amount()]).toEqual([['Hold and win', 'game.mega', '€50', 'game.press_to_go_on'], 50])
  await vi.advanceTimersByTimeAsync(1_000)
  expect([lines(), heard.count.mock.calls.length]).toEqual([['Hold and win', 'game.mega', '€50', 'game.press_to_go_on'], 0])
  expect(heard.sting.mock.calls.flat()).toEqual(['mega'])
  root.click()
  await ended
})

it('shuffles pictures and names the one that stays', async () => {
  vi.useFakeTimers()
  motion.matches = false
  const { shown, root, lines } = celebration()
  const pictures = ['a', 'b', 'c'].map((id) => Object.assign(document.createElement('i'), { id }))
  const told = vi.fn()
  const chosen = shown.choose('Symbol', pictures, Object.assign(document.createElement('i'), { id: 'b' }), 'Dame', told)
  const seen = new Set<string | undefined>()
  for (let at = 0; at < 2_300; at += 50) {
    await vi.advanceTimersByTimeAsync(50)
    seen.add(root.querySelector('i')?.id)
  }
  expect([seen.size, lines().includes('Dame'), told.mock.calls.length]).toEqual([3, false, 0])
  await vi.advanceTimersByTimeAsync(200)
  expect([root.querySelector('i')?.id, lines(), told.mock.calls.length]).toEqual(['b', ['Symbol', 'Dame'], 1])
  root.click()
  await chosen
  expect(root.hidden).toBe(true)
})

it('shuffles nothing for a player who wants no motion', async () => {
  const { shown, root, lines, heard } = celebration()
  const told = vi.fn()
  const chosen = shown.choose('Symbol', [], Object.assign(document.createElement('i'), { id: 'b' }), 'Dame', told)
  expect([root.querySelector('i')?.id, lines(), told.mock.calls.length, heard.count.mock.calls.length]).toEqual(['b', ['Symbol', 'Dame'], 1, 0])
  root.click()
  await chosen
})

it('says no hint where nothing waits', async () => {
  const { shown, playback, lines } = celebration()
  const told = shown.announce('Free spins', '+5')
  expect(lines()).toEqual(['Free spins', '+5'])
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
  const { shown, root, heard, coins, amount, tier } = celebration()
  const betCents = level === 'epic' ? 100 : 300
  const told = shown.win(12_345, level, { betCents })
  const [first] = names
  expect([root.hidden, root.dataset.level, tier()]).toEqual([false, first ?? level, first === undefined ? '' : `game.${first}`])
  const amounts: number[] = []
  for (let at = 0; at < countUpDuration(level, 12_345 / betCents) + 100; at += 100) {
    await vi.advanceTimersByTimeAsync(100)
    amounts.push(amount())
  }
  // It counts up, never down, and stands at the whole amount before it goes.
  expect(amounts).toEqual(amounts.toSorted((a, b) => a - b))
  expect([(amounts[0] ?? 0) < 123.45, amounts.at(-1), root.hidden]).toEqual([true, 123.45, false])
  expect(heard.count).toHaveBeenCalled()
  expect([root.dataset.level, tier()]).toEqual([level, names.length === 0 ? '' : `game.${level}`])
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
  expect(lines()).toEqual(['game.mega', '€50'])
  // The name is dressed as that of a win that has grown into it.
  expect(root.querySelector<HTMLElement>('.celebration-tier')?.dataset.tier).toBe('mega')
  await vi.advanceTimersByTimeAsync(1_600)
  await told
  expect([root.hidden, heard.count.mock.calls.length, coins.mock.calls.length]).toEqual([true, 0, 0])
})

it('is at the end of counting as soon as the player presses', async () => {
  vi.useFakeTimers()
  motion.matches = false
  const { shown, root, amount } = celebration()
  const told = shown.win(5_000, 'epic')
  await vi.advanceTimersByTimeAsync(100)
  root.click()
  await vi.advanceTimersByTimeAsync(50)
  await told
  expect([amount(), root.hidden]).toEqual([50, true])
})

it('makes short work of a win in a feature, where more is to come', async () => {
  vi.useFakeTimers()
  motion.matches = false
  const { shown, root } = celebration()
  const told = shown.win(300, 'win', { betCents: 100, isBrief: true })
  await vi.advanceTimersByTimeAsync(countUpDuration('win') - 100)
  await told
  expect(root.hidden).toBe(true)
})
