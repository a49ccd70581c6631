import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import type { UserLimit } from '@/api/types'
import { http } from '@/test/http'
import { A_PLAYER, answers, aWallet, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

const AT = '2026-01-01T00:00:00.000Z'
const LIMIT: UserLimit = {
  id: '0199aaaa-0000-7000-8000-000000000000',
  type: 'loss',
  period: 'day',
  status: 'active',
  reached: false,
  active_until: null,
  created_at: AT,
  changes: [],
  accounts: [{ currency: 'BTC', amount_cents: 400_000, current_value_amount_cents: 100_000, amount_minutes: null, current_value_minutes: null, resets_at: AT }],
}

test('a cap is typed in the unit that the limits are told in, and the unit holds for the wallets and the header', { timeout: 60_000 }, async () => {
  answers('/api/player', { ...A_PLAYER, created_at: AT, currency: 'BTC' })
  answers('/api/player/accounts', [aWallet({ currency: 'BTC', amount_cents: 123_400 })])
  answers('/api/player/wallet_currencies', ['BTC'])
  answers('/api/info/currencies', [{ code: 'BTC', fiat: false, subunits_to_unit: 100_000_000, enabled: true }])
  answers('/api/player/play_summary', { session: { since: AT, positions: [] }, day: { since: AT, positions: [] }, year: { since: AT, positions: [] } })
  answers('/api/user_limits', [LIMIT])
  const sent: unknown[] = []
  server.use(
    http.untyped.post('/api/user_limits', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(LIMIT, { status: 201 })
    }),
  )
  const { router } = await show('/profile/limits')
  const loss = within(await screen.findByRole('region', { name: 'Loss limit' }))
  expect(await loss.findByText('0.001 BTC of 0.004 BTC')).toBeDefined()
  expect(await screen.findByRole('button', { name: /^Balance.*1,234.µBTC/ })).toBeDefined()

  await userEvent.click(loss.getByRole('button', { name: /^Set/ }))
  const amount = loss.getByRole<HTMLInputElement>('textbox', { name: /^Amount/ })
  await userEvent.type(amount, '0.002')
  await userEvent.click(within(loss.getByRole('group', { name: 'Unit' })).getByRole('button', { name: 'µBTC' }))
  expect(amount.value).toBe('2000')
  expect(loss.getByText('1,000 µBTC of 4,000 µBTC')).toBeDefined()
  await userEvent.click(loss.getByRole('button', { name: 'Save limit' }))
  await waitFor(() => expect(sent).toEqual([{ type: 'loss', period: 'day', currency: 'BTC', amount_cents: 200_000 }]))

  await userEvent.click(loss.getByRole('button', { name: /^Set/ }))
  const deposit = within(screen.getByRole('region', { name: 'Deposit limit' }))
  await userEvent.click(deposit.getByRole('button', { name: /^Set/ }))
  const other = deposit.getByRole<HTMLInputElement>('textbox', { name: /^Amount/ })
  await userEvent.type(other, '5000')
  await userEvent.click(within(loss.getByRole('group', { name: 'Unit' })).getByRole('button', { name: 'BTC' }))
  expect(other.value).toBe('0.005')
  expect(screen.getByRole('button', { name: /^Balance.*0\.001234.BTC/ })).toBeDefined()
  await router.navigate({ to: '/profile/wallets' })
  expect(await within(screen.getByRole('main')).findByText('0.001234 BTC')).toBeDefined()
})
