import { queryOptions, useQuery } from '@tanstack/react-query'
import { affiliateTags } from '@/lib/affiliates'
import { request, type RequestOptions } from '../client'
import { STALE_MS } from '../staleTimes'
import type { Country, Currency, Locale, PaymentMethod, Project } from '../types'

function reference<Answer>(name: string, path: string, query?: () => RequestOptions['query']) {
  return queryOptions({
    queryKey: ['info', name],
    queryFn: ({ signal }) => request<Answer>('GET', path, { signal, query: query?.() }),
    staleTime: STALE_MS.reference,
  })
}

export const currenciesQuery = reference<Currency[]>('currencies', '/api/info/currencies')
export const countriesQuery = reference<Country[]>('countries', '/api/info/countries')
/** The languages on offer; who sent the visitor may have a say in them. */
export const localesQuery = reference<Locale[]>('locales', '/api/info/locales', () => {
  const { affb_id, stag } = affiliateTags()
  return { affb_id, stag }
})
export const projectQuery = reference<Project>('project', '/api/info/project')
/** Payment methods that anybody may see, for the footer and the payments page. */
export const publicPaymentMethodsQuery = reference<PaymentMethod[]>('payment-methods', '/api/payment_methods')

const NONE: Currency[] = []

/** Currencies the house keeps; empty before the first answer. */
export function useCurrencies(): Currency[] {
  return useQuery(currenciesQuery).data ?? NONE
}
