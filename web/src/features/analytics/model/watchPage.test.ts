import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Timing } from './pageTimings'
import { watchPage } from './watchPage'

/** What the browser has measured by now, by the type of entry. */
let measured: Record<string, object[]>

class FakeObserver {
  static readonly supportedEntryTypes = ['largest-contentful-paint', 'layout-shift', 'event']

  constructor(private readonly take: (list: { getEntries: () => object[] }) => void) {}

  observe({ type }: { type: string }) {
    this.take({ getEntries: () => measured[type] ?? [] })
  }
}

function turn(to: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(to)
  document.dispatchEvent(new Event('visibilitychange'))
}

const names = (timings: Timing[] | undefined) => timings?.map(({ name }) => name)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('PerformanceObserver', FakeObserver)
  vi.spyOn(performance, 'getEntries').mockReturnValue([
    { entryType: 'navigation', name: '/', responseStart: 80, domContentLoadedEventEnd: 400, loadEventEnd: 900 },
    { entryType: 'paint', name: 'first-contentful-paint', startTime: 200 },
  ] as unknown as PerformanceEntryList)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a visit tells twice: how the page came, and how it behaved when the visitor turns away', () => {
  measured = {
    'largest-contentful-paint': [{ startTime: 500 }, { startTime: 640 }],
    'layout-shift': [
      { startTime: 700, value: 0.02 },
      { startTime: 800, value: 0.5, hadRecentInput: true },
    ],
    event: [
      { interactionId: 1, duration: 48 },
      { interactionId: 0, duration: 900 },
    ],
  }
  const told: Timing[][] = []
  watchPage((timings) => told.push(timings))
  expect(told).toEqual([])
  vi.advanceTimersByTime(3_000)
  expect(names(told[0])).toEqual(['TTFB', 'DOM_READY', 'LOAD', 'FCP', 'LCP'])
  expect(told[0]).toContainEqual({ name: 'LCP', value: 640 })
  turn('visible')
  expect(told).toHaveLength(1)
  turn('hidden')
  turn('visible')
  turn('hidden')
  vi.advanceTimersByTime(60_000)
  expect(told).toHaveLength(2)
  expect(told[1]).toEqual([
    { name: 'CLS', value: 0.02 },
    { name: 'INP', value: 48 },
  ])
})

test('a browser that measures nothing is left alone', () => {
  vi.stubGlobal('PerformanceObserver', undefined)
  const told = vi.fn()
  watchPage(told)
  vi.advanceTimersByTime(3_000)
  turn('hidden')
  expect(told).not.toHaveBeenCalled()
})
