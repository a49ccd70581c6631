import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { axeFindings } from '@/test/axe'
import { IconButton } from './IconButton'
import { Menu } from './Menu'

test.each([
  ['one of the kit', <IconButton key="kit" icon="user" label="Account" />],
  [
    'a plain one',
    <button key="plain" type="button">
      Account
    </button>,
  ],
])('a menu opens from its button, %s, by mouse and by keyboard', async (_name, trigger) => {
  const onAction = vi.fn()
  const user = userEvent.setup()
  render(<Menu label="Account" trigger={trigger} actions={[{ id: 'out', label: 'Sign out', onAction }]} />)
  const button = screen.getByRole('button', { name: 'Account' })
  expect(button.getAttribute('aria-haspopup')).toBe('true')
  await user.click(button)
  expect(await axeFindings(screen.getByRole('menu', { name: 'Account' }))).toEqual([])
  await user.click(screen.getByRole('menuitem', { name: 'Sign out' }))
  expect(onAction).toHaveBeenCalledOnce()
  expect(screen.queryByRole('menu')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(button))
  await user.keyboard('{Enter}')
  expect(screen.getByRole('menu')).toBeDefined()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
})
