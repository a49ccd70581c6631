import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useSearchKeys } from './useSearchKeys'

function Page({ open, dialog = false }: { open: () => void; dialog?: boolean }) {
  useSearchKeys(open)
  return (
    <>
      <input aria-label="Name" />
      {dialog && <div role="dialog" aria-label="Over the page" />}
    </>
  )
}

afterEach(cleanup)

test('a slash opens the search, and so do Ctrl and Command with K', () => {
  const open = vi.fn()
  render(<Page open={open} />)
  fireEvent.keyDown(document.body, { key: '/' })
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'K', metaKey: true })
  expect(open).toHaveBeenCalledTimes(3)
})

test('what is typed is typed, and nothing opens under a dialog', () => {
  const open = vi.fn()
  render(<Page open={open} />)
  fireEvent.keyDown(screen.getByRole('textbox'), { key: '/' })
  fireEvent.keyDown(document.body, { key: 'k' })
  cleanup()
  render(<Page open={open} dialog />)
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  expect(open).not.toHaveBeenCalled()
})
