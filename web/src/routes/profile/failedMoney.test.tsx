import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { http } from '@/test/http'
import { A_PLAYER, answers, aWallet, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  answers('/api/player', { ...A_PLAYER, created_at: '2026-01-01T00:00:00.000Z' })
})

function fails(path: string): void {
  server.use(http.untyped.get(path, () => HttpResponse.json({ error: { code: 'internal', message: '' } }, { status: 500 })))
}

const PATIENCE = { timeout: 15_000 }

test('wallets that did not come are told as that, not as wallets that are not open yet', { timeout: 30_000 }, async () => {
  fails('/api/player/accounts')
  await show('/profile/wallets')
  await screen.findByText("We couldn't load your wallets", undefined, PATIENCE)
  const main = within(screen.getByRole('main'))
  expect(main.queryByText('Open')).toBeNull()
  answers('/api/player/accounts', [aWallet()])
  await userEvent.click(main.getByRole('button', { name: 'Try again' }))
  expect(await main.findByText('€12.50')).toBeDefined()
})

test('the cashbox tells that the wallets did not come, and asks for them again', { timeout: 30_000 }, async () => {
  fails('/api/player/accounts')
  await show('/dashboard')
  const cashbox = within(await screen.findByRole('dialog', { name: 'Cashier' }))
  await cashbox.findByText("We couldn't load your wallets", undefined, PATIENCE)
})

test('payments that did not come are told as that, not as none', { timeout: 30_000 }, async () => {
  fails('/api/player/payments')
  await show('/dashboard')
  const cashbox = within(await screen.findByRole('dialog', { name: 'Cashier' }))
  await cashbox.findByText("We couldn't load your payments", undefined, PATIENCE)
  expect(cashbox.queryByText('No payments yet')).toBeNull()
  answers('/api/player/payments', { data: [], pagination: { current_page: 1, next_page: null, total_pages: 0, total_count: 0 } })
  await userEvent.click(cashbox.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(cashbox.getByText('No payments yet')).toBeDefined())
})
