import { waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

// The screen beneath is the last to be loaded.
vi.mock('./info/SupportModal', async (original) => {
  await import('./info/ExitModal')
  return original()
})

withServer()

test('of two modals that are loaded cold the upper has the focus and takes Escape', async () => {
  const { router } = await show('/oops?modal=%2Fpopup%2Fsupport%7C%2Fpopup%2Fios-exit')
  const dialogs = () => document.querySelectorAll('[role="dialog"], [role="alertdialog"]')
  await waitFor(() => expect(dialogs()).toHaveLength(2), { timeout: 4_000 })
  await waitFor(() => expect(dialogs()[1]?.contains(document.activeElement)).toBe(true))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(router.state.location.search.modal).toBe('/popup/support'))
})
