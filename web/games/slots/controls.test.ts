import { beforeEach, expect, it, vi } from 'vitest'
import type { GameContext } from '../context'
import type { AutoplayPlan, Played } from '../play/autoplay'
import { AutoplaySheet } from './autoplaySheet'
import { AutoRun } from './autoRun'
import { Hud } from './hud'

const STAKES = [20, 100, 500]

function world(controls = { autoplay: true, quick_spin: true, cycle_ms: 0 }) {
  const root = document.createElement('div')
  const bar = document.createElement('div')
  root.append(bar)
  document.body.replaceChildren(root)
  const questions: { text: string; action: { label: string; run: () => void } }[] = []
  const said: string[] = []
  const context = {
    t: (key: string, values?: Record<string, unknown>) => (values === undefined ? key : `${key} ${Object.values(values).join(' ')}`),
    money: (cents: number) => `€${cents / 100}`,
    frame: {
      root,
      bar,
      showStatus: (text: string) => said.push(text),
      notice: (text: string, action: { label: string; run: () => void }) => Promise.resolve(questions.push({ text, action })),
    },
    sound: { press: vi.fn(), on: false, volume: 0, listen: vi.fn() },
    gifts: { paying: undefined },
    sitting: { last: [] },
    session: {
      locale: 'en',
      mode: 'real',
      wallet: null,
      stakes_cents: STAKES,
      balance_cents: 1_000,
      controls,
      game: { identifier: 'a/b' },
      currency: { code: 'EUR' },
    },
  }
  const named = (name: string) =>
    [...root.querySelectorAll('button')].find((button) => button.getAttribute('aria-label') === name || button.textContent === name)
  return { context: context as unknown as GameContext, root, questions, said, named }
}

const ACTIONS = { spin: vi.fn(), turbo: vi.fn(), stake: vi.fn(), rules: vi.fn(), buy: vi.fn(), autoplay: vi.fn() }

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = vi.fn()
    },
  )
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
})

it('offers every stake in a sheet, and keeps the choice for the next visit', () => {
  const { context, root } = world()
  const hud = new Hud(context, ACTIONS, 0)
  expect(hud.stakeCents).toBe(20)
  root.querySelector<HTMLButtonElement>('.stake button.figure')?.click()
  const inputs = [...root.querySelectorAll<HTMLInputElement>('input[name=stake]')]
  expect(inputs.map(({ value, checked }) => [value, checked])).toEqual([
    ['20', true],
    ['100', false],
    ['500', false],
  ])
  inputs[1]!.click()
  expect(root.querySelector('.stake .value')?.textContent).toBe('€1')
  expect(new Hud(world().context, ACTIONS, 0).stakeCents).toBe(100)
})

it('asks before the highest stake is taken', () => {
  const { context, questions, named } = world()
  const hud = new Hud(context, ACTIONS, 0)
  named('game.stake_max')?.click()
  expect([questions[0]?.text, hud.stakeCents]).toEqual(['game.stake_max_question €5', 20])
  questions[0]?.action.run()
  expect(hud.stakeCents).toBe(500)
  named('game.stake_max')?.click()
  expect(questions).toHaveLength(1)
})

it('asks as well when the plate of the highest stake is pressed', () => {
  const { context, root, questions } = world()
  const hud = new Hud(context, ACTIONS, 0)
  root.querySelector<HTMLButtonElement>('.stake button.figure')?.click()
  const inputs = [...root.querySelectorAll<HTMLInputElement>('input[name=stake]')]
  inputs[2]!.click()
  expect([questions.length, hud.stakeCents, inputs.map(({ checked }) => checked)]).toEqual([1, 20, [true, false, false]])
  questions[0]?.action.run()
  expect([hud.stakeCents, inputs[2]!.checked]).toEqual([500, true])
})

it('does not go round from the lowest stake to the highest', () => {
  const { context, root, questions } = world()
  const hud = new Hud(context, ACTIONS, 0)
  root.querySelector<HTMLButtonElement>('.stake button.figure')?.click()
  const inputs = [...root.querySelectorAll<HTMLInputElement>('input[name=stake]')]
  const press = (input: HTMLInputElement, key: string) => input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  expect([press(inputs[0]!, 'ArrowUp'), press(inputs[0]!, 'ArrowLeft'), hud.stakeCents]).toEqual([false, false, 20])
  press(inputs[0]!, 'ArrowDown')
  expect([hud.stakeCents, inputs[1]!.checked, document.activeElement === inputs[1]]).toEqual([100, true, true])
  press(inputs[1]!, 'ArrowRight')
  expect([questions.length, hud.stakeCents, inputs[1]!.checked]).toEqual([1, 100, true])
  expect([press(inputs[2]!, 'ArrowDown'), press(inputs[2]!, 'Tab')]).toEqual([false, true])
})

it('keeps quick play for this game', () => {
  const first = world()
  new Hud(first.context, ACTIONS, 0)
  first.named('game.turbo')?.click()
  const again = world()
  new Hud(again.context, ACTIONS, 0)
  expect(again.named('game.turbo')?.getAttribute('aria-pressed')).toBe('true')
})

it('has no controls that the licence does not allow', () => {
  const { context, named } = world({ autoplay: false, quick_spin: false, cycle_ms: 2_500 })
  new Hud(context, ACTIONS, 0)
  expect([named('game.turbo'), named('game.autoplay')]).toEqual([undefined, undefined])
})

it('starts no autoplay without a loss limit', () => {
  const { context, root } = world()
  const plans: AutoplayPlan[] = []
  const sheet = new AutoplaySheet(context, (plan) => plans.push(plan))
  sheet.open(100)
  const form = root.querySelector('form')!
  const submit = () => form.dispatchEvent(new Event('submit', { cancelable: true }))
  const choose = (name: string, value: number) => form.querySelector<HTMLInputElement>(`input[name=${name}][value="${value}"]`)?.click()
  submit()
  expect(plans).toEqual([])
  expect(form.querySelector<HTMLElement>('.field-error')?.hidden).toBe(false)
  choose('rounds', 25)
  choose('loss', 2_000)
  choose('single-win', 1_000)
  expect(form.querySelector('[type=submit]')?.textContent).toBe('game.autoplay_start 25')
  submit()
  expect(plans).toEqual([{ rounds: 25, lossMaxCents: 2_000, winCents: 1_000, stopsAtFeature: true }])
})

/** An autoplay whose rounds end as the test says. */
function run() {
  const { context, said } = world()
  const left: (number | null)[] = []
  const rounds: ((played: Played | undefined) => void)[] = []
  const hud = { stakeCents: 100, autoplay: (count: number | null) => left.push(count) }
  const auto = new AutoRun(context, hud, () => new Promise((resolve) => rounds.push(resolve)))
  return { auto, left, rounds, said }
}

const PLAN: AutoplayPlan = { rounds: 2, lossMaxCents: 10_000, winCents: null, stopsAtFeature: true }

it('plays round after round and says why it ends', async () => {
  const { auto, left, rounds, said } = run()
  const over = auto.start(PLAN)
  rounds[0]?.({ paid_cents: 100, win_cents: 0 })
  await vi.waitFor(() => expect(rounds).toHaveLength(2))
  rounds[1]?.({ paid_cents: 100, win_cents: 0 })
  await over
  expect([left, said, auto.isOn]).toEqual([[1, 0, null], ['game.autoplay_over'], false])
})

it('ends with a refusal, which has been told already', async () => {
  const { auto, rounds, said } = run()
  const over = auto.start(PLAN)
  rounds[0]?.(undefined)
  await over
  expect([rounds.length, said, auto.isOn]).toEqual([1, [], false])
})

it('gives the controls back at a feature, while its round goes on', async () => {
  const { auto, left, rounds, said } = run()
  const over = auto.start(PLAN)
  auto.feature()
  expect([auto.isOn, left.at(-1)]).toEqual([false, null])
  rounds[0]?.({ paid_cents: 100, win_cents: 5_000 })
  await over
  expect([rounds.length, said]).toEqual([1, ['game.autoplay_over_feature']])
})

it('is ended by the player between two rounds', async () => {
  const { auto, rounds, said } = run()
  const over = auto.start(PLAN)
  auto.stop()
  rounds[0]?.({ paid_cents: 100, win_cents: 0 })
  await over
  expect([rounds.length, said]).toEqual([1, ['game.autoplay_over_player']])
})
