import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { useAccounts } from '@/api/session/accounts'
import { holdBalance, releaseBalance } from '@/api/session/balanceHold'
import { playerQuery } from '@/api/session/player'
import { axeFindings } from '@/test/axe'
import { http } from '@/test/http'
import { A_PLAYER, answers, aWallet, server } from '@/test/server'
import { CurrenciesContext } from '@/ui/Money'
import { WalletList } from './WalletList'
import { WalletSwitch } from './WalletSwitch'

const wallet = (currency: string, active: boolean) => aWallet({ currency, amount_cents: 100, available_to_cashout_cents: 100, active })
const CODES = ['EUR', 'USD', 'BTC']
const walletsWith = (active: string) => CODES.map((code) => wallet(code, code === active))

let asked: string[] = []

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  asked = []
  answers('/api/player', A_PLAYER)
  answers('/api/player/accounts', walletsWith('EUR'))
  answers(
    '/api/info/currencies',
    [...CODES, 'ETH', 'NOK'].map((code) => ({ code, fiat: !['BTC', 'ETH'].includes(code), subunits_to_unit: 100, enabled: true })),
  )
  answers('/api/player/wallet_currencies', [...CODES, 'NOK'])
  server.use(
    http.post('/api/player/accounts', async ({ request }) => {
      const { currency } = await request.json()
      asked.push(currency)
      answers('/api/player/accounts', walletsWith(currency))
      return HttpResponse.json(walletsWith(currency), { status: 201 })
    }),
  )
})
afterEach(() => {
  cleanup()
  server.resetHandlers()
})
afterAll(() => server.close())

function draw(what: React.ReactNode) {
  const client = new QueryClient()
  client.setQueryData(playerQuery.queryKey, A_PLAYER)
  render(<QueryClientProvider client={client}>{what}</QueryClientProvider>)
}

function Switch() {
  return <WalletSwitch accounts={useAccounts() ?? []} />
}

test('a wallet is chosen with one press, and the current one is marked', async () => {
  draw(<Switch />)
  const euro = await screen.findByRole('radio', { name: /EUR/ })
  expect((euro as HTMLInputElement).checked).toBe(true)
  await userEvent.click(screen.getByRole('radio', { name: /BTC/ }))
  await waitFor(() => expect(asked).toEqual(['BTC']))
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: /BTC/ }).checked).toBe(true))
  expect(await axeFindings(document.body)).toEqual([])
})

test('wallets are chosen with the arrow keys, and the last choice holds', async () => {
  draw(<Switch />)
  ;(await screen.findByRole('radio', { name: /EUR/ })).focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await waitFor(() => expect(asked.at(-1)).toBe('BTC'))
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: /BTC/ }).checked).toBe(true))
})

test('only wallets that can be paid into are offered', async () => {
  draw(<WalletList />)
  const more = within(await screen.findByRole('region', { name: 'Open another wallet' }))
  expect(more.getAllByRole('button').map((button) => button.textContent)).toEqual([expect.stringContaining('NOK')])
})

test('while reels turn, the list shows the balance of before the round', async () => {
  answers('/api/player/accounts', [aWallet({ currency: 'EUR', amount_cents: 98_700 })])
  act(() => holdBalance([aWallet({ currency: 'EUR', amount_cents: 43_200 })]))
  draw(
    <CurrenciesContext value={[{ code: 'EUR', fiat: true, subunits_to_unit: 100 }]}>
      <WalletList />
    </CurrenciesContext>,
  )
  const euro = await screen.findByRole('button', { name: /EUR/ })
  expect(euro.textContent).toMatch(/432/)
  act(releaseBalance)
  await waitFor(() => expect(euro.textContent).toMatch(/987/))
})

test('an empty wallet that is not in use is closed with one press, and a refusal is told', async () => {
  answers('/api/player/accounts', [
    wallet('EUR', true),
    aWallet({ currency: 'USD', amount_cents: 0, available_to_cashout_cents: 0, active: false }),
    wallet('BTC', false),
  ])
  server.use(
    http.delete('/api/player/accounts/{currency}', ({ params }) =>
      HttpResponse.json([wallet('EUR', true), wallet('BTC', false)].filter(({ currency }) => currency !== params.currency)),
    ),
  )
  draw(<WalletList />)
  const close = await screen.findByRole('button', { name: 'Close the empty USD wallet' })
  expect(screen.getAllByRole('button', { name: /^Close the empty/ })).toHaveLength(1)
  expect(await axeFindings(document.body)).toEqual([])
  await userEvent.click(close)
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Close the empty/ })).toBeNull())
})
