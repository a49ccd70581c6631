import { queryOptions } from '@tanstack/react-query'
import { BACKGROUND } from '@/api/transport'
import { call } from './client'
import { useList, type List } from './lists'
import type { MassGift, MassGiftBody, MassGiftTarget } from './types'

/** Key of everything about mass gifts. */
export const MASS_GIFTS = ['mass-gifts']

/** How often what is on its way is looked at again. */
const LOOK_MS = 3_000

/** What can be done about a mass gift. */
export type MassGiftStep = 'approve' | 'pause' | 'resume' | 'cancel' | 'retry'

/** Mass gifts, newest first. */
export function useMassGifts(): List<MassGift> {
  return useList(
    [...MASS_GIFTS, 'list'],
    async (after: string | null, signal) => {
      const { mass_gifts, next } = await call('GET', '/api/mass-gifts', { query: { after: after === null ? undefined : Number(after) }, headers: BACKGROUND, signal })
      return { rows: mass_gifts, next }
    },
    LOOK_MS,
  )
}

/** A mass gift with what came of its members, looked at again while it goes on. */
export const massGiftQuery = (id: number) =>
  queryOptions({
    queryKey: [...MASS_GIFTS, 'one', id],
    queryFn: ({ signal }) => call('GET', '/api/mass-gifts/{id}', { path: { id }, headers: BACKGROUND, signal }),
    refetchInterval: ({ state }) => (state.data && ['done', 'canceled'].includes(state.data.mass_gift.state) ? false : LOOK_MS),
  })

/** What a mass gift would be: to how many, and what all can cost at most. */
export const massGiftPreviewQuery = (target: MassGiftTarget) =>
  queryOptions({ queryKey: [...MASS_GIFTS, 'preview', target], queryFn: ({ signal }) => call('POST', '/api/mass-gifts/preview', { body: target, signal }), staleTime: 0, retry: false })

export function beginMassGift(body: MassGiftBody, idempotencyKey: string) {
  return call('POST', '/api/mass-gifts', { body, idempotencyKey })
}

export function actOnMassGift(id: number, step: MassGiftStep, reason: string, idempotencyKey: string) {
  return call('POST', `/api/mass-gifts/{id}/${step}`, { path: { id }, body: { reason }, idempotencyKey })
}
