import { beforeEach, expect, it, vi } from 'vitest'
import type { Site } from '../play/site'
import type { Session } from '../play/types'
import { buildFrame } from './frame'

const resized: (() => void)[] = []
/** Widths of the line and of the text, and the heights of the row and of the text in it. */
const size = { clientWidth: 0, scrollWidth: 0, clientHeight: 28, scrollHeight: 26 }

beforeEach(() => {
  resized.length = 0
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(hear: () => void) {
        resized.push(hear)
      }
      observe = () => undefined
    },
  )
})

function statusOf() {
  const host = document.createElement('main')
  const frame = buildFrame(host, { game: { title: 'Velvet Noir' } } as Session, (key) => key, { isThere: true } as Site)
  const status = host.querySelector<HTMLElement>('.status')!
  for (const name of ['clientWidth', 'scrollWidth', 'clientHeight', 'scrollHeight'] as const) Object.defineProperty(status, name, { get: () => size[name] })
  vi.spyOn(window, 'getComputedStyle').mockReturnValue({ fontSize: '12px' } as CSSStyleDeclaration)
  return { frame, status }
}

it('sets a status in two lines where one is too short, and in one again where it is not', () => {
  const { frame, status } = statusOf()
  Object.assign(size, { clientWidth: 300, scrollWidth: 240 })
  frame.showStatus('Fedora on 3 reels: €3.30 across all lines', 'won')
  expect([status.dataset.lines, status.dataset.tone, status.textContent]).toEqual(['1', 'won', 'Fedora on 3 reels: €3.30 across all lines'])
  // The phone is turned.
  Object.assign(size, { clientWidth: 170 })
  for (const hear of resized) hear()
  expect([status.dataset.lines, status.style.fontSize]).toEqual(['2', ''])
  Object.assign(size, { clientWidth: 300 })
  for (const hear of resized) hear()
  expect(status.dataset.lines).toBe('1')
})

it('sets it smaller where two lines are too few', () => {
  const { frame, status } = statusOf()
  Object.assign(size, { clientWidth: 100, scrollWidth: 240, scrollHeight: 39 })
  frame.showStatus('Fedora on 3 reels: €3.30 across all lines')
  expect([status.dataset.lines, status.style.fontSize]).toEqual(['2', '10.1px'])
})
