import { expect, test, vi } from 'vitest'
import { deviceFingerprint } from './fingerprint'

test('one browser is the same on every visit, also turned and brought up to date', () => {
  const screen = (width: number, height: number) => vi.stubGlobal('screen', { width, height, colorDepth: 24 })
  const agent = vi.spyOn(navigator, 'userAgent', 'get')
  screen(390, 844)
  agent.mockReturnValue('Mozilla/5.0 Chrome/140.0.1')
  const first = deviceFingerprint()
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(deviceFingerprint()).toBe(first)
  screen(844, 390)
  agent.mockReturnValue('Mozilla/5.0 Chrome/141.0.7')
  expect(deviceFingerprint()).toBe(first)
  screen(1440, 900)
  expect(deviceFingerprint()).not.toBe(first)
  vi.unstubAllGlobals()
})

test('a browser that gives nothing away has none, and stands in nobody’s way', () => {
  const refuse = () => {
    throw new Error('refused')
  }
  expect(deviceFingerprint(refuse)).toBe('')
})
