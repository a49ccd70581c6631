import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useCurrentInView } from './useCurrentInView'

const LINK = 100
const SHOWN = 150

function Row({ place }: { place: string }) {
  const row = useCurrentInView<HTMLElement>(place)
  return (
    <nav ref={row}>
      {['a', 'b', 'c'].map((name) => (
        <a key={name} href={`/${name}`} aria-current={name === place ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  )
}

afterEach(() => vi.restoreAllMocks())

test('the link of the current page is brought to the middle of its row, and follows the visitor', () => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    if (this.tagName === 'NAV') return new DOMRect(0, 0, SHOWN, 40)
    const [row, links] = [this.parentElement!, [...this.parentElement!.children]]
    return new DOMRect(links.indexOf(this) * LINK - row.scrollLeft, 0, LINK, 40)
  })
  const { rerender } = render(<Row place="c" />)
  expect(screen.getByRole('navigation').scrollLeft).toBe(175)
  rerender(<Row place="b" />)
  expect(screen.getByRole('navigation').scrollLeft).toBe(75)
})
