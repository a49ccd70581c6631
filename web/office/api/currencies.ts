import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './client'

/** The currencies of the operator: without their scale no amount can be told. */
export const currenciesQuery = queryOptions({
  queryKey: ['currencies'],
  queryFn: ({ signal }) => call('GET', '/api/currencies', { signal }),
  staleTime: Infinity,
})

export const useCurrencies = () => useQuery(currenciesQuery).data ?? []
