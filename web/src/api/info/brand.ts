import { queryOptions, useQuery } from '@tanstack/react-query'
import { request } from '../client'
import { useClientContext } from '../session/clientContext'
import { STALE_MS } from '../staleTimes'
import type { LogoConfig } from '../types'

/** The name that is shown until the server has told another. */
const DEFAULT_BRAND = 'Borealis'

/** The name of the casino on this host. */
export function useBrand(): string {
  return useClientContext()?.brand ?? DEFAULT_BRAND
}

/** Where the logo of this host lies. */
export const logoQuery = queryOptions({
  queryKey: ['config', 'logo'],
  queryFn: ({ signal }) => request('GET', '/api/fe/config/logo-config', { signal }),
  staleTime: STALE_MS.reference,
})

/** The addresses of the logo, for little room and for much; undefined while they are not known. */
export function useLogo(): LogoConfig['logoUrl'] | undefined {
  return useQuery(logoQuery).data?.logoUrl
}
