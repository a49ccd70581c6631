import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import { useState } from 'react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setMessages } from '@/i18n/messages'
import { axeFindings } from '@/test/axe'
import type { paths } from '../../../api/schema'
import { currenciesQuery } from '../../../api/currencies'
import type { OfferForm, OfferOutlook } from '../../../api/types'
import { english } from '../../../i18n/english'
import { blankOffer, UNREAD } from './offerModel'
import { Outlook } from './Outlook'
import { WagerPart } from './WagerPart'
import { WayPart } from './WayPart'

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const CHOICES = {
  games: [{ identifier: 'n/slot', title: 'Slot' }],
  categories: ['table'],
  groups: [],
  group_keys: ['welcome'],
  audience: { groups: [], countries: [], licences: [], brands: [] },
}

/** The form with what it says now. */
function shown(outlook?: OfferOutlook) {
  const said: { offer: OfferForm; asked: unknown[] } = { offer: blankOffer(), asked: [] }
  server.use(
    http.post('/api/offers/simulate', async ({ request, response }) => {
      said.asked.push(await request.json())
      return outlook ? response(200).json(outlook) : HttpResponse.error()
    }),
  )
  function Form() {
    const [offer, setOffer] = useState(said.offer)
    const change = (part: Partial<OfferForm>) => {
      said.offer = { ...said.offer, ...part }
      setOffer(said.offer)
    }
    const parts = {
      offer,
      onChange: change,
      currency: 'EUR',
      choices: CHOICES,
      faults: [{ field: 'wager', message: 'wager is from 0 to 100' }],
      isReadOnly: false,
    }
    return (
      <>
        <WayPart {...parts} />
        <WagerPart {...parts} />
        <Outlook offer={offer} currency="EUR" isFaulty={false} />
      </>
    )
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(currenciesQuery.queryKey, [{ code: 'EUR', fiat: true, subunits_to_unit: 100 }])
  render(
    <QueryClientProvider client={client}>
      <Form />
    </QueryClientProvider>,
  )
  return said
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

test('the form reads as a sentence whose blanks are filled in', async () => {
  const said = shown()
  const user = userEvent.setup()
  expect(screen.getByText(/When a player deposits at least/)).toBeDefined()
  await user.type(field('Amount'), '200.50')
  await user.clear(field('How often it is wagered'))
  await user.type(field('How often it is wagered'), '35')
  expect([said.offer.amounts.EUR?.amount, said.offer.wager]).toEqual([20_050, 35])
  await user.type(field('Amount'), 'x')
  expect(said.offer.amounts.EUR?.amount).toBe(UNREAD)
  expect(field('Amount').getAttribute('aria-invalid')).toBe('true')
  await user.type(field('Largest bet'), '5')
  await user.clear(field('Largest bet'))
  expect(said.offer.amounts.EUR?.bet_max).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: /the bonus itself is never paid out/ }))
  expect(said.offer.sticky).toBe(true)
  expect(screen.queryByRole('combobox', { name: 'What a withdrawal does' })).toBeNull()
  expect(screen.getByText('A withdrawal cancels the bonus, once the player agrees.')).toBeDefined()
  expect(screen.getByRole('alert').textContent).toContain('wager is from 0 to 100')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Comes by' }), 'cashback')
  expect(said.offer).toMatchObject({ trigger: 'cashback', kind: 'Cashback', period: 'week', wager: 0, sticky: false })
  expect(screen.getByText(/Whoever has lost at least/)).toBeDefined()
  expect(await axeFindings(document.body)).toEqual([])
})

test('an outlook is of the offer that was asked for, and says when that is another one', async () => {
  const estimate = { mean: 1234, low: 1000, high: 1500 }
  const outcome = {
    journeys: 2000,
    completed: { mean: 0.25, low: 0.2, high: 0.3 },
    timed_out: 0,
    value_cents: estimate,
    cost_cents: estimate,
    largest_cents: 99_900,
    bets: 600.4,
  }
  const games = [
    { volatility: 'low' as const, identifier: 'n/slot', title: 'Slot', contribution: 100, outcome },
    { volatility: 'high' as const, identifier: 'n/wild', title: 'Wild', contribution: 0, outcome: null },
  ]
  const said = shown({ currency: 'EUR', deposit_cents: 20_000, bonus_cents: 20_000, stake_cents: 400, bound_cents: null, games })
  const user = userEvent.setup()
  await user.type(field('Stake'), '4')
  await user.click(screen.getByRole('button', { name: 'Simulate' }))
  expect((await screen.findAllByText('€12.34')).length).toBe(2)
  expect(screen.getByText('25.0%')).toBeDefined()
  expect(screen.getByText("Can't be played with it")).toBeDefined()
  expect(said.asked).toMatchObject([{ currency: 'EUR', deposit_cents: null, stake_cents: 400, offer: { code: '' } }])
  expect(screen.queryByText(/has changed since/)).toBeNull()
  await user.type(field('How often it is wagered'), '1')
  expect(screen.getByText(/has changed since/)).toBeDefined()
})
