import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { PaymentMethod } from '@/api/types'
import { aMethod, answers } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

test('every way to pay tells its bounds in whole coins, and how long a deposit takes in words', async () => {
  const range = (min_cents: number, max_cents: number | null) => ({ min_cents, max_cents, step_cents: 1 })
  const method = (id: string, currency: string, processingTime: string, deposit: PaymentMethod['deposit'], withdrawal: PaymentMethod['withdrawal']) =>
    aMethod({ id, currency, brand: id, title: id, processingTime, deposit, withdrawal })
  answers('/api/info/currencies', [
    { code: 'EUR', fiat: true, subunits_to_unit: 100, enabled: true },
    { code: 'BTC', fiat: false, subunits_to_unit: 100_000_000, enabled: true },
  ])
  answers('/api/payment_methods', [
    method('visa_mastercard', 'EUR', 'instant', range(1_000, 500_000), range(2_000, 400_000)),
    method('bitcoin', 'BTC', 'confirmation', range(10_000, null), range(10_000, 40_000_000)),
  ])
  await show('/payments')
  await screen.findByText('€10.00')
  const row = async (name: string) =>
    within(within(await screen.findByRole('region', { name })).getByRole('row', { name: /^(EUR|BTC)/ }))
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
  expect(await row('visa_mastercard')).toEqual(['Deposit€10.00 – €5,000.00', 'Withdrawal€20.00 – €4,000.00'])
  expect(await row('bitcoin')).toEqual(['DepositFrom 0.0001\u00a0BTC', 'Withdrawal0.0001\u00a0BTC – 0.4\u00a0BTC'])
  expect(screen.getAllByText('Deposit time')).toHaveLength(2)
  expect(screen.getByText('After 3 confirmations')).toBeDefined()
})

test('the texts of a card tell its bounds, and one without texts the server', async () => {
  const range = { min_cents: 1_100, max_cents: 2_200, step_cents: 1 }
  const method = (id: string) => aMethod({ id, brand: id, title: id, deposit: range, withdrawal: range })
  answers('/api/info/currencies', [{ code: 'EUR', fiat: true, subunits_to_unit: 100, enabled: true }])
  answers('/api/payment_methods', [method('maestro'), method('skrill')])
  await show('/payments')
  const cells = async (name: string) =>
    within(await screen.findByRole('region', { name }))
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
  await screen.findByText('€10.00')
  expect(await cells('maestro')).toEqual(['Deposit€10.00 – €4,000.00', 'Withdrawal€20.00 – €4,000.00'])
  expect(await cells('skrill')).toEqual(['Deposit€11.00 – €22.00', 'Withdrawal€11.00 – €22.00'])
})
