import { queryOptions } from '@tanstack/react-query'
import { BACKGROUND } from '@/api/transport'
import { call } from './client'
import { useList, type List } from './lists'
import { segmentsInUse } from './segments'
import type { MassGift, MassGiftBody, MassGiftTarget } from './types'

/** Key of everything about mass gifts. */
export const MASS_GIFTS = ['mass-gifts']

/** How often what is on its way is looked at again. */
const LOOK_MS = 3_000

/** How a mass gift stands that goes on by itself no more. */
const OVER: ReadonlySet<MassGift['state']> = new Set(['done', 'canceled'])

/** What can be done about a mass gift. */
export type MassGiftStep = 'approve' | 'pause' | 'resume' | 'cancel' | 'retry'

/** Mass gifts, newest first. */
export function useMassGifts(): List<MassGift> {
  return useList(
    [...MASS_GIFTS, 'list'],
    async (after: string | null, signal) => {
      const { mass_gifts, next } = await call('GET', '/api/mass-gifts', {
        query: { after: after === null ? null : Number(after) },
        headers: BACKGROUND,
        signal,
      })
      return { rows: mass_gifts, next }
    },
    LOOK_MS,
  )
}

/** A mass gift with what came of its members. */
export const massGiftQuery = (id: number) =>
  queryOptions({
    queryKey: [...MASS_GIFTS, 'one', id],
    queryFn: ({ signal }) => call('GET', '/api/mass-gifts/{id}', { path: { id }, headers: BACKGROUND, signal }),
    refetchInterval: ({ state: { data } }) => (data && OVER.has(data.mass_gift.state) ? false : LOOK_MS),
  })

/** What mass gifts are made of. */
export const massGiftChoicesQuery = queryOptions({
  queryKey: [...MASS_GIFTS, 'choices'],
  queryFn: async ({ signal }) => {
    const [{ offers }, { kinds }, segments, { brands }] = await Promise.all([
      call('GET', '/api/gift-offers', { signal }),
      call('GET', '/api/lootbox-kinds', { signal }),
      segmentsInUse(signal),
      call('GET', '/api/segments/choices', { signal }),
    ])
    return { offers, kinds, segments, brands }
  },
  staleTime: 0,
})

/** What a mass gift would be: to how many, and what all can cost at most. */
export const massGiftPreviewQuery = (target: MassGiftTarget) =>
  queryOptions({
    queryKey: [...MASS_GIFTS, 'preview', target],
    queryFn: ({ signal }) => call('POST', '/api/mass-gifts/preview', { body: target, signal }),
    staleTime: 0,
    retry: false,
  })

export function beginMassGift(body: MassGiftBody, idempotencyKey: string) {
  return call('POST', '/api/mass-gifts', { body, idempotencyKey })
}

type Act = (options: { path: { id: number }; body: { reason: string }; idempotencyKey: string }) => Promise<unknown>

/** The call of each step. */
const ACTS: Record<MassGiftStep, Act> = {
  approve: (options) => call('POST', '/api/mass-gifts/{id}/approve', options),
  pause: (options) => call('POST', '/api/mass-gifts/{id}/pause', options),
  resume: (options) => call('POST', '/api/mass-gifts/{id}/resume', options),
  cancel: (options) => call('POST', '/api/mass-gifts/{id}/cancel', options),
  retry: (options) => call('POST', '/api/mass-gifts/{id}/retry', options),
}

export function actOnMassGift(id: number, step: MassGiftStep, reason: string, idempotencyKey: string) {
  return ACTS[step]({ path: { id }, body: { reason }, idempotencyKey })
}
