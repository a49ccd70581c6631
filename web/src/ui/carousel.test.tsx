import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Carousel } from './Carousel'

const WIDTH = 300

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(WIDTH)
  // There is nothing to scroll here: a track is at once where it was sent.
  Element.prototype.scrollTo = function (this: Element, place: ScrollToOptions) {
    this.scrollLeft = place.left ?? 0
    fireEvent.scroll(this)
  } as Element['scrollTo']
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const pass = (ms: number) => {
  act(() => void vi.advanceTimersByTime(ms))
}
const shown = () => screen.getAllByRole('button', { name: /^Highlight/ }).findIndex((dot) => dot.getAttribute('aria-current') === 'true')

function show() {
  render(<Carousel label="Offers" className="h-10" slides={['a', 'b', 'c'].map((id) => ({ id, content: id }))} />)
}

test('the next slide comes every ten seconds, and the first after the last', () => {
  show()
  pass(9_999)
  expect(shown()).toBe(0)
  pass(1)
  expect(shown()).toBe(1)
  pass(10_000)
  expect(shown()).toBe(2)
  pass(10_000)
  expect(shown()).toBe(0)
})

test('it rests once the visitor has taken over', () => {
  show()
  fireEvent.click(screen.getAllByRole('button', { name: /^Highlight/ }).at(2) as HTMLElement)
  expect(shown()).toBe(2)
  pass(60_000)
  expect(shown()).toBe(2)
})
