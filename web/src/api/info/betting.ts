import { queryOptions, useQuery } from '@tanstack/react-query'
import { request } from '../client'
import { STALE_MS } from '../staleTimes'

/** The hosts of betting on sports; none means that there is no such thing, and so does no answer. */
export const bettingQuery = queryOptions({
  queryKey: ['config', 'betting'],
  queryFn: ({ signal }) => request<string[]>('GET', '/api/fe/config/betting-config', { signal }).catch((): string[] => []),
  staleTime: STALE_MS.reference,
})

const domainOf = (host: string) => host.toLowerCase().split('.').slice(-2).join('.')

/** The sports host for visitors of `own`: the first within the same domain, else the first. */
export function sportHost(hosts: readonly string[], own: string): string | undefined {
  return hosts.find((host) => domainOf(host) === domainOf(own)) ?? hosts[0]
}

/** Where betting on sports is, for this visitor; undefined when it is nowhere. */
export function useSportAddress(): string | undefined {
  const host = sportHost(useQuery(bettingQuery).data ?? [], typeof window === 'undefined' ? '' : window.location.hostname)
  return host && `https://${host}/`
}
