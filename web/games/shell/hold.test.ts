import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Hold, playHeld } from './hold'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function world() {
  const press = vi.fn()
  const begin = vi.fn()
  const button = document.createElement('button')
  button.addEventListener('click', press)
  document.body.replaceChildren(button)
  return { press, begin, button, hold: new Hold(button, begin) }
}

it('begins after half a second, ends with the finger, and its end is no press', () => {
  const { press, begin, button, hold } = world()
  button.dispatchEvent(new MouseEvent('pointerdown'))
  vi.advanceTimersByTime(499)
  expect(begin).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect([begin.mock.calls.length, hold.isHeld]).toEqual([1, true])
  button.dispatchEvent(new Event('pointerup'))
  button.click()
  expect([press.mock.calls.length, hold.isHeld]).toEqual([0, false])
})

it('leaves a short press a press', () => {
  const { press, begin, button } = world()
  button.dispatchEvent(new MouseEvent('pointerdown'))
  button.dispatchEvent(new Event('pointerup'))
  button.click()
  vi.advanceTimersByTime(2_000)
  expect([press.mock.calls.length, begin.mock.calls.length]).toEqual([1, 0])
})

it('hears a key that is held, unless it types elsewhere', () => {
  const { begin, hold } = world()
  const key = (type: string, target: EventTarget, repeat = false) =>
    target.dispatchEvent(new KeyboardEvent(type, { key: ' ', repeat, bubbles: true, cancelable: true }))
  key('keydown', document.body)
  expect(hold.isHeld).toBe(false)
  key('keydown', document.body, true)
  expect([begin.mock.calls.length, hold.isHeld]).toEqual([1, true])
  key('keyup', document.body)
  expect(hold.isHeld).toBe(false)
  const other = document.createElement('input')
  document.body.append(other)
  key('keydown', other, true)
  expect(hold.isHeld).toBe(false)
})

it('ends when the window is left', () => {
  const { button, hold } = world()
  button.dispatchEvent(new MouseEvent('pointerdown'))
  vi.advanceTimersByTime(600)
  window.dispatchEvent(new Event('blur'))
  expect(hold.isHeld).toBe(false)
})

it('hears the main button of a mouse alone', () => {
  const { button, begin } = world()
  button.dispatchEvent(new MouseEvent('pointerdown', { button: 2 }))
  vi.advanceTimersByTime(2_000)
  expect(begin).not.toHaveBeenCalled()
})

it('begins once, and nothing more once it is spent', () => {
  const { button, begin, hold } = world()
  const repeat = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', repeat: true, bubbles: true }))
  repeat()
  repeat()
  expect(begin).toHaveBeenCalledTimes(1)
  hold.spend()
  repeat()
  expect([begin.mock.calls.length, hold.isHeld]).toEqual([1, false])
  document.body.dispatchEvent(new KeyboardEvent('keyup', { key: ' ', bubbles: true }))
  button.dispatchEvent(new MouseEvent('pointerdown'))
  vi.advanceTimersByTime(600)
  expect([begin.mock.calls.length, hold.isHeld]).toEqual([2, true])
})

/** Rounds that end as the test says, played while `hold` is held. */
function game() {
  const hold = { isHeld: true, spend: vi.fn(() => void (hold.isHeld = false)) }
  const auto = { isOn: false, stop: vi.fn() }
  const ends: ((played: object | undefined) => void)[] = []
  let onShow: Promise<unknown> | undefined
  const spin = () => {
    const round = new Promise<object | undefined>((resolve) => ends.push(resolve)).finally(() => (onShow = undefined))
    onShow = round
    return round
  }
  return { hold, auto, ends, spin, play: () => playHeld(hold, { auto, spin, onShow: () => onShow }) }
}

it('stops an autoplay, and plays nothing itself', async () => {
  const { hold, auto, ends, play } = game()
  auto.isOn = true
  await play()
  expect([auto.stop.mock.calls.length, hold.isHeld, ends.length]).toEqual([1, false, 0])
})

it('goes on after the round that is on show, until it is let go', async () => {
  const { hold, ends, spin, play } = game()
  void spin()
  const held = play()
  expect(ends).toHaveLength(1)
  ends[0]!({})
  await vi.waitFor(() => expect(ends).toHaveLength(2))
  hold.isHeld = false
  ends[1]!({})
  await held
  expect(ends).toHaveLength(2)
})

it('ends with a round that is refused', async () => {
  const { ends, play } = game()
  const held = play()
  await vi.waitFor(() => expect(ends).toHaveLength(1))
  ends[0]!(undefined)
  await held
  expect(ends).toHaveLength(1)
})
