import { queryOptions, useQuery } from '@tanstack/react-query'
import { affiliateTags } from '@/domain/affiliates'
import { request } from '../client'
import { PLAYER_SCOPE } from '../keys'
import { STALE_MS } from '../staleTimes'
import type { Currency } from '../types'

function reference<Answer>(name: string, ask: (signal: AbortSignal) => Promise<Answer>) {
  return queryOptions({
    queryKey: ['info', name],
    queryFn: ({ signal }) => ask(signal),
    staleTime: STALE_MS.reference,
  })
}

export const currenciesQuery = reference('currencies', (signal) => request('GET', '/api/info/currencies', { signal }))
export const countriesQuery = reference('countries', (signal) => request('GET', '/api/info/countries', { signal }))
/** The languages on offer; who sent the visitor may have a say in them. */
export const localesQuery = reference('locales', (signal) => {
  const { affb_id, stag } = affiliateTags()
  return request('GET', '/api/info/locales', { query: { affb_id, stag }, signal })
})
export const projectQuery = reference('project', (signal) => request('GET', '/api/info/project', { signal }))
/** The ways to pay, for the footer and the payments page; a player sees those of their own licence. */
export const publicPaymentMethodsQuery = queryOptions({
  queryKey: [PLAYER_SCOPE, 'payment-methods', 'all'],
  queryFn: ({ signal }) => request('GET', '/api/payment_methods', { signal }),
  staleTime: STALE_MS.reference,
})

/** Codes of the currencies in which the player can open a wallet. */
export const walletCurrenciesQuery = queryOptions({
  queryKey: [PLAYER_SCOPE, 'wallet-currencies'],
  queryFn: ({ signal }) => request('GET', '/api/player/wallet_currencies', { signal }),
  staleTime: STALE_MS.reference,
})

/** What coins are worth. */
export const ratesQuery = reference('rates', (signal) => request('GET', '/api/info/crypto_exchange_rates', { signal }))

const NONE: Currency[] = []

/** Currencies the server keeps; empty before the first answer. */
export function useCurrencies(): Currency[] {
  return useQuery(currenciesQuery).data ?? NONE
}
