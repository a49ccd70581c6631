import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { answers, aContext, server } from '@/test/server'
import { CurrenciesContext } from '@/ui/Money'
import { RegistrationGifts } from './RegistrationGifts'

const GIFT = {
  id: 'HELLO',
  title: 'Hello gift',
  group_key: 'hello',
  type: 'NonDeposit',
  wager_multiple: 40,
  currencies: [{ currency: 'EUR', amount_cents: 500, win_max_cents: 5_000 }],
  freespins: null,
}

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  cleanup()
  server.resetHandlers()
  document.cookie = 'stag=; Max-Age=0; Path=/'
})
afterAll(() => server.close())

function show() {
  const client = new QueryClient()
  render(
    <QueryClientProvider client={client}>
      <CurrenciesContext value={[{ code: 'EUR', fiat: true, subunits_to_unit: 100 }]}>
        <RegistrationGifts />
      </CurrenciesContext>
    </QueryClientProvider>,
  )
  return client
}

test('sign-up tells what a confirmed account brings, in the currency of the visitor', async () => {
  answers('/client-context', aContext({ currency: 'EUR' }))
  answers('/api/bonuses/registration', [GIFT])
  show()
  expect(await screen.findByText(/get: Hello gift \(€5\.00\)$/)).toBeDefined()
})

test('visitors of an affiliate that gets no offers are told of none', async () => {
  document.cookie = 'stag=s9; Path=/'
  answers('/api/fe/config/excluded-promo-stags', ['s9'])
  answers('/api/bonuses/registration', [GIFT])
  const client = show()
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(screen.queryByText(/Hello gift/)).toBeNull()
})
