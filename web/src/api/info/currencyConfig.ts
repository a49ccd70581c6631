import { queryOptions } from '@tanstack/react-query'
import { request } from '../client'
import { STALE_MS } from '../staleTimes'

/** How currencies are shown. */
export interface CurrencyConfig {
  /** Whose entry of a table of amounts is shown to players of a currency. */
  displayMap: Record<string, string>
}

/** How currencies are shown; without an answer each is shown as it is. */
export const currencyConfigQuery = queryOptions({
  queryKey: ['config', 'currency'],
  queryFn: ({ signal }) => request<CurrencyConfig>('GET', '/api/fe/config/currency-config', { signal }).catch((): CurrencyConfig => ({ displayMap: {} })),
  staleTime: STALE_MS.reference,
})
