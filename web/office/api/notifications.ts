import { queryOptions } from '@tanstack/react-query'
import { BACKGROUND } from '@/api/transport'
import { call } from './client'
import { useList, type List } from './lists'
import type { Campaign, CampaignBody } from './types'

/** Key of everything about notifications. */
export const CAMPAIGNS = ['notifications']

/** How often an open list looks again: what is on its way goes on, and players read. */
const LOOK_MS = 5_000

/** What was sent to players, newest first. */
export function useCampaigns(): List<Campaign> {
  return useList(
    [...CAMPAIGNS, 'list'],
    async (after: string | null, signal) => {
      const { campaigns, next } = await call('GET', '/api/notifications', { query: { after }, headers: BACKGROUND, signal })
      return { rows: campaigns, next }
    },
    LOOK_MS,
  )
}

/** The groups, drawings and languages of notifications. */
export const campaignChoicesQuery = queryOptions({
  queryKey: [...CAMPAIGNS, 'choices'],
  queryFn: ({ signal }) => call('GET', '/api/notifications/choices', { signal }),
})

type Recipients = Pick<CampaignBody, 'player' | 'groups' | 'segment' | 'brand' | 'promotional'>

/** How many players something would go to. */
export function reachQuery({ player = null, groups = [], segment = null, brand = null, promotional }: Recipients) {
  return queryOptions({
    queryKey: [...CAMPAIGNS, 'reach', player, groups, segment, brand, promotional],
    queryFn: ({ signal }) => call('GET', '/api/notifications/reach', { query: { player, groups: groups.join(), segment, brand, promotional }, signal }),
    staleTime: 0,
  })
}

export function sendCampaign(body: CampaignBody, idempotencyKey: string) {
  return call('POST', '/api/notifications', { body, idempotencyKey })
}

export function withdrawCampaign(id: string, reason: string, idempotencyKey: string) {
  return call('POST', '/api/notifications/{id}/withdraw', { path: { id }, body: { reason }, idempotencyKey })
}
