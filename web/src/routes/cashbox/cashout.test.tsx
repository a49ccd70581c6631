import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { http } from '@/test/http'
import { A_PLAYER, aMethod, answers, aPayment, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

const PLAYER = { ...A_PLAYER, first_name: null, city: null, address: null }

beforeEach(() => {
  answers('/api/player', PLAYER)
  answers('/api/player/payment_methods', [aMethod()])
  answers('/api/player/stats', [])
})

const having = (cents: number) =>
  answers('/api/player/accounts', [{ currency: 'EUR', amount_cents: cents, bonus_amount_cents: 0, available_to_cashout_cents: cents, active: true, seq: 0 }])

test('a player with nothing to withdraw is told so before any address is asked for', async () => {
  having(0)
  await show('/withdraw')
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('Nothing to withdraw yet')).toBeDefined()
  expect(dialog.queryByLabelText('City')).toBeNull()
})

test('a player with money to withdraw is asked for what is missing', async () => {
  answers('/api/info/player_fields', {
    contexts: { registration: [], edition: [], deposit: [], cashout: ['city'] },
    fields: [{ field: 'city', type: 'text', required: false, editable: true, rules: [] }],
  })
  having(1000)
  await show('/withdraw')
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByLabelText(/City/)).toBeDefined()
})

test('a payout that would end a bonus asks before it does', async () => {
  having(10_000)
  const sent: Record<string, unknown>[] = []
  server.use(
    http.untyped.post('/api/users/transaction', () => HttpResponse.json({ decision: 'approve' })),
    http.untyped.post('/api/player/payments', async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>
      sent.push(body)
      return body.cancel_bonus
        ? HttpResponse.json(aPayment({ action: 'cashout' }), { status: 201 })
        : HttpResponse.json({ error: { code: 'bonus_active', message: 'This withdrawal cancels your bonus.' } }, { status: 409 })
    }),
  )
  await show('/withdraw')
  const cashier = within(await screen.findByRole('dialog'))
  await userEvent.type(await cashier.findByRole('textbox', { name: /Amount/ }), '50')
  await userEvent.click(cashier.getByRole('button', { name: /^Withdraw/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Keep bonus' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep bonus' })).toBeNull())
  expect(sent).toHaveLength(1)
  await userEvent.click(cashier.getByRole('button', { name: /^Withdraw/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw and end bonus' }))
  await waitFor(() => expect(sent.map(({ cancel_bonus }) => cancel_bonus)).toEqual([undefined, undefined, true]))
})
