import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CoinAddress, CoinArrival } from '@/api/types'
import { axeFindings } from '@/test/axe'
import { http } from '@/test/http'
import { answers, server } from '@/test/server'
import { coinArrivalsQuery } from '../api/coins'
import { cashboxChannels } from '../channels'
import { CoinAddressCard } from './CoinAddressCard'
import { CoinArrivals } from './CoinArrivals'

const ADDRESS: CoinAddress = {
  address: 'tb1qxyz',
  currency: 'BTC',
  least_cents: 10_000,
  memo: null,
  network: null,
  qr_svg: '<svg xmlns="http://www.w3.org/2000/svg"/>',
}

const held = (changes: Partial<CoinArrival> = {}): CoinArrival => ({
  id: 'c1',
  amount_cents: 150_000,
  confirmations: 3,
  confirmations_needed: 3,
  currency: 'BTC',
  reason: 'deposit_limit',
  return_address: null,
  return_failed: false,
  seen_at: '2026-01-01T00:00:00Z',
  state: 'held',
  txid: 'aa',
  ...changes,
})

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => answers('/api/info/currencies', [{ code: 'BTC', fiat: false, subunits_to_unit: 100_000_000, enabled: true }]))
afterEach(() => {
  cleanup()
  server.resetHandlers()
})
afterAll(() => server.close())

function draw(what: React.ReactNode) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(<QueryClientProvider client={client}>{what}</QueryClientProvider>)
  return client
}

test('an address is issued with one press, and shown with code, copy and what may be sent', async () => {
  const asked: unknown[] = []
  server.use(
    http.untyped.post('/api/player/coin_addresses', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json(ADDRESS)
    }),
  )
  draw(<CoinAddressCard currency="BTC" />)
  await userEvent.click(await screen.findByRole('button', { name: 'Show my address' }))
  expect(await screen.findByText('tb1qxyz')).toBeDefined()
  expect(asked).toEqual([{ currency: 'BTC' }])
  expect(screen.getByRole('img', { name: 'QR code of your address' })).toBeDefined()
  expect(screen.getByRole('button', { name: /^Copy: / })).toBeDefined()
  expect(screen.getByText(/^Send only .*Anything else sent here is lost\./)).toBeDefined()
  expect(await axeFindings(document.body)).toEqual([])
})

test('held coins tell why, and are credited or refused with the reason of now', async () => {
  answers('/api/player/coin_arrivals', {
    data: [held(), held({ id: 'c2', state: 'credited', reason: null }), held({ id: 'c3', state: 'seen', reason: null, confirmations: 1 })],
  })
  server.use(
    http.untyped.post('/api/player/coin_arrivals/c1/credit', () => {
      answers('/api/player/coin_arrivals', { data: [held({ reason: 'too_small' })] })
      return HttpResponse.json({ error: { code: 'coin_held_too_small', message: 'x' } }, { status: 409 })
    }),
  )
  draw(<CoinArrivals />)
  const [first, second, ...more] = await screen.findAllByRole('listitem')
  expect(more).toEqual([])
  expect(within(first as HTMLElement).getByText("Your deposit limit doesn't leave room for it.")).toBeDefined()
  expect(within(second as HTMLElement).getByText(/1 of 3/)).toBeDefined()
  expect(await axeFindings(document.body)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Credit now' }))
  expect(await screen.findByText("It's less than the smallest deposit.")).toBeDefined()
})

test('held coins are sent back to an address that the server takes', async () => {
  // Of a locked account staff alone sends coins back: there is one button.
  answers('/api/player/coin_arrivals', { data: [held(), held({ id: 'c2', reason: 'locked' })] })
  const sent: string[] = []
  server.use(
    http.untyped.post('/api/player/coin_arrivals/c1/return', async ({ request }) => {
      const { address } = (await request.json()) as { address: string }
      sent.push(address)
      return address === 'wrong'
        ? HttpResponse.json({ errors: { address: [{ code: 'VALIDATION.ADDRESS.INVALID', message: 'x' }] } }, { status: 422 })
        : HttpResponse.json(held({ state: 'returning', return_address: address }))
    }),
  )
  draw(<CoinArrivals />)
  await userEvent.click(await screen.findByRole('button', { name: 'Send back' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByRole('textbox'), 'wrong')
  await userEvent.click(dialog.getByRole('button', { name: 'Send back' }))
  expect(await dialog.findByText("That isn't a valid address. Please copy it again.")).toBeDefined()
  await userEvent.clear(dialog.getByRole('textbox'))
  await userEvent.type(dialog.getByRole('textbox'), 'bc1right')
  await userEvent.click(dialog.getByRole('button', { name: 'Send back' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('bc1right')).toBeDefined()
  expect(sent).toEqual(['wrong', 'bc1right'])
})

test('a frame about coins reloads them, and one about a payment does not', async () => {
  const client = draw(null)
  client.setQueryData(coinArrivalsQuery.queryKey, [held()])
  const events = cashboxChannels.find(({ name }) => name === 'payments_events')
  events?.receive(client, { payment_id: 'c1', event: 'pending' })
  expect(client.getQueryState(coinArrivalsQuery.queryKey)?.isInvalidated).toBe(false)
  events?.receive(client, { payment_id: 'c1', event: 'coin_held' })
  await waitFor(() => expect(client.getQueryState(coinArrivalsQuery.queryKey)?.isInvalidated).toBe(true))
})
