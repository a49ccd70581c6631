import { expect, test } from 'vitest'
import { InteractionMeter, loadTimings, ShiftMeter } from './pageTimings'

test('what is known when the page is whole', () => {
  const entries = [
    { entryType: 'navigation', name: '/', responseStart: 80, domContentLoadedEventEnd: 400, loadEventEnd: 900 },
    { entryType: 'paint', name: 'first-contentful-paint', startTime: 200 },
  ] as unknown as PerformanceEntryList
  expect(loadTimings(entries, 640)).toEqual([
    { name: 'TTFB', value: 80 },
    { name: 'DOM_READY', value: 400 },
    { name: 'LOAD', value: 900 },
    { name: 'FCP', value: 200 },
    { name: 'LCP', value: 640 },
  ])
  expect(loadTimings([], null)).toEqual([])
})

test('paints of a page that was in the background are left out', () => {
  const entries = [
    { entryType: 'visibility-state', name: 'visible', startTime: 0 },
    { entryType: 'visibility-state', name: 'hidden', startTime: 150 },
    { entryType: 'paint', name: 'first-contentful-paint', startTime: 100 },
  ] as unknown as PerformanceEntryList
  expect(loadTimings(entries, 9_000)).toEqual([{ name: 'FCP', value: 100 }])
})

test('shifts count by bursts of a second apart and five seconds long', () => {
  const meter = new ShiftMeter()
  meter.add(0.1, 100)
  meter.add(0.1, 900)
  expect(meter.worst).toBeCloseTo(0.2)
  meter.add(0.15, 2_000)
  expect(meter.worst).toBeCloseTo(0.2)
  for (let at = 2_900; at < 10_000; at += 900) meter.add(0.05, at)
  expect(meter.worst).toBeCloseTo(0.15 + 5 * 0.05)
})

test('the slowest interaction counts, and one outlier in fifty does not', () => {
  const meter = new InteractionMeter()
  expect(meter.value()).toBeNull()
  meter.add(1, 300)
  meter.add(1, 200)
  expect(meter.value()).toBe(300)
  for (let id = 2; id <= 50; id += 1) meter.add(id, id)
  expect(meter.value()).toBe(50)
  // Quick ones, which browsers count without telling of them, leave room for outliers too.
  expect(meter.value(100)).toBe(49)
})
