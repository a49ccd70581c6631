import { beforeEach, expect, it, vi } from 'vitest'
import { Celebration } from './celebration'
import { Pace } from './motion'
import type { Sound } from './sound'

const t = (key: string): string => key

function celebration() {
  document.body.replaceChildren()
  const pace = new Pace()
  const sound = { fanfare: vi.fn(), count: vi.fn() } as unknown as Sound
  const shown = new Celebration(document.body, { t, money: (cents) => `€${cents / 100}`, pace, sound, coins: () => Promise.resolve() })
  const root = document.querySelector<HTMLElement>('.celebration')!
  return { shown, pace, root, lines: () => [...root.children].map(({ textContent }) => textContent) }
}

beforeEach(() => void vi.stubGlobal('matchMedia', () => ({ matches: true })))

it('holds a feature back until the player presses, on the plate or on the round button', async () => {
  const { shown, pace, root, lines } = celebration()
  for (const press of [() => root.click(), () => pace.skip()]) {
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
    expect(pace.skipping).toBe(false)
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
  const { shown, pace, lines } = celebration()
  const told = shown.announce('Free spins', '+5')
  expect(lines()).toEqual(['Free spins', '+5', ''])
  pace.skip()
  await told
})
