import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isIosWebview, useExitPrompt } from './useExitPrompt'

const WEBVIEW = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
})
afterEach(() => vi.useRealTimers())

function pass(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}

const prompt = (busy = false, isPlayer = false) => renderHook(({ busy, isPlayer }) => useExitPrompt(busy, isPlayer), { initialProps: { busy, isPlayer } })

test.each([
  [{ userAgent: WEBVIEW }, true],
  [{ userAgent: `${WEBVIEW} Version/18.0 Safari/604.1` }, false],
  [{ userAgent: WEBVIEW, standalone: true }, false],
  [{ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140' }, false],
])('%j is an app’s window: %s', (navigator, expected) => {
  expect(isIosWebview(navigator)).toBe(expected)
})

test('it comes after five minutes, counted over reloads, once in a session', () => {
  const first = prompt()
  pass(200_000)
  first.unmount()
  const second = prompt()
  pass(99_999)
  expect(second.result.current[0]).toBe(false)
  pass(1)
  expect(second.result.current[0]).toBe(true)
  act(() => second.result.current[1]())
  second.unmount()
  const third = prompt()
  pass(600_000)
  expect(third.result.current[0]).toBe(false)
})

test('a busy visitor is left alone for a minute more', () => {
  const { result, rerender } = prompt(true)
  pass(330_000)
  rerender({ busy: false, isPlayer: false })
  pass(29_999)
  expect(result.current[0]).toBe(false)
  pass(1)
  expect(result.current[0]).toBe(true)
})

test('it comes on sign-out unless it has come before', () => {
  const { result, rerender } = prompt(false, true)
  pass(120_000)
  rerender({ busy: false, isPlayer: false })
  expect(result.current[0]).toBe(true)
  act(() => result.current[1]())
  rerender({ busy: false, isPlayer: true })
  rerender({ busy: false, isPlayer: false })
  expect(result.current[0]).toBe(false)
})
