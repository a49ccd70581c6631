import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeToast, showToast, Toasts } from './toast'

beforeEach(() => {
  vi.useFakeTimers()
  render(<Toasts />)
})
afterEach(() => {
  act(() => {
    for (const id of ['a', 'b', '0', '1', '2', '3', '4', '5']) closeToast(id)
  })
  vi.useRealTimers()
})

function pass(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}

test('a toast goes by itself after ten seconds, a persistent one stays', () => {
  act(() => {
    showToast('message', 'Saved', { id: 'a' })
    showToast('warning', 'Limit reached', { id: 'b', persistent: true })
  })
  pass(9_900)
  expect(screen.getByText('Saved')).toBeDefined()
  pass(100)
  expect(screen.queryByText('Saved')).toBeNull()
  pass(60_000)
  expect(screen.getByText('Limit reached')).toBeDefined()
})

test('a refusal is an alert, the rest is told when there is time', () => {
  act(() => {
    showToast('reject', 'Declined', { id: 'a' })
    showToast('successfully', 'Done', { id: 'b' })
  })
  expect(screen.getByRole('alert').textContent).toContain('Declined')
  expect(screen.getByRole('status').textContent).toContain('Done')
})

test('five are shown at most, the newest on top, one of an id', () => {
  act(() => {
    for (const id of ['0', '1', '2', '3', '4', '5', '5']) showToast('message', `Toast ${id}`, { id })
  })
  const texts = screen.getAllByRole('status').map((toast) => toast.textContent)
  expect(texts).toEqual(['Toast 5', 'Toast 4', 'Toast 3', 'Toast 2', 'Toast 1'])
})

test('what is on show already is not told twice: one press after the other on what fails fills no screen', () => {
  act(() => {
    showToast('reject', 'Something went wrong', { id: 'a' })
    showToast('message', 'Something went wrong', { id: '1' })
    showToast('reject', 'Something went wrong', { id: 'b' })
  })
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(screen.getAllByRole('status')).toHaveLength(1)
})
