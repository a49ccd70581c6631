import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { watchInstallPrompt } from '@/platform/installPrompt'
import { InstallBlock } from './InstallBlock'

const hint = () => screen.queryByText(/Add to Home Screen/)

test('offers to install where the browser does, and no more once that was taken', () => {
  watchInstallPrompt()
  render(<InstallBlock />)
  expect(screen.queryByRole('button')).toBeNull()
  const prompt = vi.fn(() => Promise.resolve())
  act(() => void window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })))
  fireEvent.click(screen.getByRole('button', { name: 'Install the app' }))
  expect(prompt).toHaveBeenCalledOnce()
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  ['Safari on an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1', true],
  ['a window of an app on an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148', false],
  ['a browser on a desk', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', false],
])('tells in %s how it is done, when there is a way', (_, userAgent, told) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  render(<InstallBlock />)
  expect(hint() !== null).toBe(told)
})
