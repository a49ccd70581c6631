import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { OfflineBanner } from './OfflineBanner'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('the band without a network takes room in the page, and is read out once', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  render(<OfflineBanner />)
  const bands = [...screen.getByRole('status').children]
  const inPage = bands.filter((band) => !band.classList.contains('fixed'))
  expect(inPage).toHaveLength(1)
  expect([inPage[0]!.getAttribute('aria-hidden'), inPage[0]!.textContent]).toEqual(['true', bands.find((band) => band !== inPage[0])?.textContent])
  // Beside the rail, whose first way stays in sight.
  expect(bands.find((band) => band !== inPage[0])?.classList.contains('left-(--rail-width)')).toBe(true)
  expect(within(screen.getByRole('status')).getAllByText(/./, { selector: 'strong' })).toHaveLength(2)
})

test('with a network there is no band', () => {
  render(<OfflineBanner />)
  expect(screen.getByRole('status').children).toHaveLength(0)
})
