import { createMemoryHistory } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { seedFromBoot, type Boot } from '@/api/boot'
import type { Currency, PaymentMethod, TextPage } from '@/api/types'
import { seedBanners } from '@/features/banners/model/bootBanners'
import { FREE, aContext, server } from '@/test/server'
import { withServer } from '@/test/site'
import { App } from './App'
import { createQueryClient } from './queryClient'
import { createAppRouter } from './router'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

const article = { path: '/news/first', title: 'First', blocks: { description: 'What is new', json: '{"news":{"date":"2026-11-18","image":"/i"}}' } }
const banner = {
  id: 1,
  categories: ['promo'],
  liveTime: { start: null, end: null },
  image: null,
  title: { text: 'Cards from {min}' },
  description: { text: '' },
  gradient: [],
  labels: [],
  size: 'large',
  button: null,
  secondButton: null,
  timer: null,
  variables: {},
  amounts: { min: { EUR: 1000 } },
}
const method = {
  id: 'card',
  brand: 'visa',
  title: 'Visa',
  currency: 'EUR',
  depositTerms: FREE,
  withdrawalTerms: FREE,
  processingTime: 'instant',
  deposit: { min_cents: 1000 },
  withdrawal: { min_cents: 2000 },
}

const BOOT: Boot = {
  context: aContext(),
  player: {},
  textPages: [{ ...article, categories: [], hidden: false } as unknown as TextPage],
  methods: [method as PaymentMethod],
  currencies: [{ code: 'EUR', fiat: true, subunits_to_unit: 100 } as Currency],
  currencyConfig: { countryCurrency: {}, crypto: [], displayMap: {}, enabled: [], fiat: [] },
  banners: [banner],
}

test.each([
  ['/news', 'First', '/api/cms/pages'],
  ['/payments', '€20.00', '/api/payment_methods'],
  ['/promotions', 'Cards from €10.00', '/api/fe/config/banners-config'],
])('%s shows what it brought along, and does not ask for it again', async (address, text, call) => {
  const asked: string[] = []
  server.events.on('request:start', ({ request }) => asked.push(new URL(request.url).pathname))
  const client = createQueryClient()
  seedFromBoot(client, BOOT)
  seedBanners(client, BOOT)
  const router = createAppRouter(client, { history: createMemoryHistory({ initialEntries: [address] }) })
  await router.load()
  render(<App queryClient={client} router={router} />)
  expect(await screen.findByText(text)).toBeDefined()
  server.events.removeAllListeners()
  for (const brought of [call, '/api/info/currencies', '/api/fe/config/currency-config']) expect(asked).not.toContain(brought)
})
