import { beforeEach, expect, it, vi } from 'vitest'
import { FeltHud } from '../baccarat/hud'
import type { GameContext } from '../context'
import { TableHud } from '../roulette/hud'

const nothing = vi.fn()

function context(identifier: string): GameContext {
  const session = {
    game: { identifier },
    currency: { code: 'EUR', subunits_to_unit: 100, fiat: true },
    locale: 'en',
    mode: 'real',
    wallet: null,
    balance_cents: 10_000,
    stakes_cents: [50, 100, 500],
    default_stake_cents: 100,
  }
  const frame = { bar: document.createElement('div'), root: document.createElement('div') }
  document.body.replaceChildren(frame.bar)
  const sound = { on: false, volume: 0, listen: nothing, press: nothing }
  return { session, frame, sound, t: (key: string) => key, money: String } as unknown as GameContext
}

const tables = {
  roulette: (at: GameContext) =>
    new TableHud(at, { spin: nothing, undo: nothing, clear: nothing, rebet: nothing, double: nothing, more: nothing, rules: nothing }),
  baccarat: (at: GameContext) => new FeltHud(at, { place: nothing, undo: nothing, clear: nothing, repeat: nothing, double: nothing, rules: nothing }),
}

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
    },
  )
})

it.each(['roulette', 'baccarat'] as const)('opens a table of %s with the chip that was chosen last, and the first time with the lowest', (name) => {
  const at = context(`northlight/${name}`)
  expect(tables[name](at).chipCents).toBe(50)
  at.frame.bar.querySelector<HTMLInputElement>('input[value="500"]')?.click()
  expect(tables[name](context(`northlight/${name}`)).chipCents).toBe(500)
})
