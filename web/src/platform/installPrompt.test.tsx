import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { useInstallPrompt, watchInstallPrompt } from './installPrompt'

function Install() {
  const install = useInstallPrompt()
  return install && <button onClick={install}>Install</button>
}

beforeAll(watchInstallPrompt)

function offer() {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: vi.fn(() => Promise.resolve()) })
  act(() => void window.dispatchEvent(event))
  return event
}

test("the browser's offer waits until it is asked for, and is taken once", async () => {
  render(<Install />)
  expect(screen.queryByRole('button')).toBeNull()
  const event = offer()
  expect(event.defaultPrevented).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Install' }))
  expect(event.prompt).toHaveBeenCalledOnce()
  expect(screen.queryByRole('button')).toBeNull()
})

test('an installed site offers no more', () => {
  render(<Install />)
  offer()
  expect(screen.getByRole('button')).toBeDefined()
  act(() => void window.dispatchEvent(new Event('appinstalled')))
  expect(screen.queryByRole('button')).toBeNull()
})
