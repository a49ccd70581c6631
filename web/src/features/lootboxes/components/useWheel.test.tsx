import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useWheel } from './useWheel'

const SEGMENTS = 10

let frames: FrameRequestCallback[]

beforeEach(() => {
  frames = []
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame))
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
})

test('a turning wheel ticks as segments pass the pointer, and stings once at its rest', () => {
  const sound = { click: vi.fn(), climb: vi.fn() }
  const { result } = renderHook(() => useWheel(SEGMENTS, sound))
  const onRest = vi.fn()
  result.current.land(18, onRest)
  for (let now = 0; now < 60_000 && onRest.mock.calls.length === 0; now += 8) frames.shift()?.(now)
  // Three whole turns, and half a segment on top.
  expect(sound.click).toHaveBeenCalledTimes(3 * SEGMENTS + 1)
  expect(sound.climb).toHaveBeenCalledTimes(1)
  expect(onRest).toHaveBeenCalledTimes(1)
})
