import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Hold } from './hold'

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
  button.dispatchEvent(new Event('pointerdown'))
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
  button.dispatchEvent(new Event('pointerdown'))
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
  button.dispatchEvent(new Event('pointerdown'))
  vi.advanceTimersByTime(600)
  window.dispatchEvent(new Event('blur'))
  expect(hold.isHeld).toBe(false)
})
