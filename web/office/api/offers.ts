import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './client'
import { CONTENT } from './content'
import type { OfferForm, SaveOfferBody, SimulateOfferBody } from './types'

/** Key of everything about offers, which are documents of the content. */
const OFFERS = [...CONTENT, 'offers']

/** All offers: those of the file in its order, then those that staff has written. */
export function useOffers() {
  return useQuery({
    queryKey: [...OFFERS, 'list'],
    queryFn: async ({ signal }) => (await call('GET', '/api/offers', { signal })).offers,
    refetchOnWindowFocus: true,
  })
}

/** One offer: what is in force, and what is being written. */
export const offerQuery = (code: string) =>
  queryOptions({
    queryKey: [...OFFERS, 'offer', code],
    queryFn: ({ signal }) => call('GET', '/api/offers/{code}', { path: { code }, signal }),
    refetchOnWindowFocus: true,
  })

/** What offers are made of. */
export const offerChoicesQuery = queryOptions({
  queryKey: [...OFFERS, 'choices'],
  queryFn: ({ signal }) => call('GET', '/api/offer-choices', { signal }),
})

/** What is wrong with an offer that is being written, and what is hard on players. */
export function useAssessment(offer: OfferForm) {
  return useQuery({
    queryKey: [...OFFERS, 'assessment', offer],
    queryFn: ({ signal }) => call('POST', '/api/offers/assess', { body: { offer }, signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  })
}

export function saveOffer(body: SaveOfferBody, idempotencyKey: string) {
  return call('POST', '/api/offers/save', { body, idempotencyKey })
}

/** What players get who take an offer that is being written. */
export function simulateOffer(body: SimulateOfferBody, idempotencyKey: string) {
  return call('POST', '/api/offers/simulate', { body, idempotencyKey })
}
