import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { request } from '@/api/client'
import { accountsQuery } from '@/api/session/accounts'
import { STALE_MS } from '@/api/staleTimes'
import type { Purchase, PurchaseRequest, ShopOffer } from '@/api/types'
import { compPointsQuery } from './points'

const OFFERS = ['loyalty', 'offers'] as const

/** What points can be exchanged for. */
export function offersQuery(locale: string) {
  return queryOptions({
    queryKey: [...OFFERS, locale],
    queryFn: ({ signal }): Promise<ShopOffer[]> => request('GET', '/api/loyalty/offers', { query: { l: locale }, signal }),
    staleTime: STALE_MS.catalogue,
  })
}

/** Asks for the cards anew, as when one has ended. */
export function reloadOffers(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: OFFERS })
}

/** Exchanges points; the same key exchanges once. */
export function exchangePoints(purchase: PurchaseRequest, idempotencyKey: string): Promise<Purchase> {
  return request('POST', '/api/loyalty/purchases', { body: purchase, idempotencyKey })
}

/** Works an exchange into what the site shows. */
export function keepPurchase(client: QueryClient, { chargeable }: Purchase): void {
  client.setQueryData(compPointsQuery.queryKey, (known) => known && { ...known, chargeable })
  void client.invalidateQueries({ queryKey: accountsQuery.queryKey })
}
