import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { request } from '../client'
import { configQuery } from '../info/config'
import { MINE } from '../keys'
import { reload } from '../realtime'
import { STALE_MS } from '../staleTimes'
import type { Bonus, FreespinGift } from '../types'
import { accountsQuery } from './accounts'
import { playerQuery } from './player'

/** Everything that is known of the player's bonuses, in every language. */
export const BONUSES = [MINE, 'bonuses'] as const

/** The same of free spins. */
export const FREESPINS = [MINE, 'freespins'] as const

/** The same of what the next deposit may bring. */
export const DEPOSIT_OFFERS = [MINE, 'deposit_bonuses'] as const

/** The player's bonuses, those that are over among them. */
export function bonusesQuery(locale: string) {
  return queryOptions({
    queryKey: [...BONUSES, locale] as const,
    queryFn: ({ signal }) => request('GET', '/api/player/bonuses', { query: { l: locale }, signal }),
    staleTime: STALE_MS.live,
  })
}

/** The player's free spins, those that are over among them. */
export function freespinsQuery(locale: string) {
  return queryOptions({
    queryKey: [...FREESPINS, locale] as const,
    queryFn: ({ signal }) => request('GET', '/api/player/freespins', { query: { l: locale }, signal }),
    staleTime: STALE_MS.live,
  })
}

/** The bonuses that the player's next deposit may bring. */
export function depositOffersQuery(locale: string) {
  return queryOptions({
    queryKey: [...DEPOSIT_OFFERS, locale] as const,
    queryFn: ({ signal }) => request('GET', '/api/bonuses/deposit', { query: { l: locale }, signal }),
    staleTime: STALE_MS.live,
  })
}

/** Groups of bonuses whose issued gifts are not shown. */
export const hiddenGroupsQuery = configQuery(['disabled-bonuses'], async (signal) => (await request('GET', '/api/fe/config/disabled-bonuses', { signal })).group_keys)

/** Asks again for what follows from a change of bonuses: the player's code and switch, the offers, and the money. */
export function reloadAfterBonusChange(client: QueryClient): void {
  reload(client, [playerQuery.queryKey, DEPOSIT_OFFERS, accountsQuery.queryKey])
}

/** A gift that the player was given just now. */
export type NewGift = { type: 'bonus'; gift: Bonus } | { type: 'freespins'; gift: FreespinGift }

const listeners = new Set<(gift: NewGift) => void>()

/** Calls `listener` with every gift that is issued while the page is open. Returns how to stop. */
export function onNewGift(listener: (gift: NewGift) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

interface Listed {
  id: string
  stage: string
}

/** Puts a record into the lists, before the others where it is new; the answer says whether its stage is news. */
function place<Item extends Listed>(client: QueryClient, key: readonly string[], record: Item): boolean {
  const lists = client.getQueriesData<Item[]>({ queryKey: key }).map(([, list]) => list)
  const isKnown = lists.some((list) => list?.some(({ id, stage }) => id === record.id && stage === record.stage))
  // An answer that is under way may be older than the record.
  if (lists.length === 0 || lists.some((list) => !list) || client.isFetching({ queryKey: key }) > 0) reload(client, [key])
  client.setQueriesData<Item[]>({ queryKey: key }, (list) => {
    if (!list?.some(({ id }) => id === record.id)) return list && [record, ...list]
    return list.map((other) => (other.id === record.id ? record : other))
  })
  return !isKnown
}

/** Works a bonus, told by realtime or by an answer, into what is shown, and tells who listens of a new one. */
export function applyBonus(client: QueryClient, bonus: Bonus): void {
  if (place(client, BONUSES, bonus)) follow(client, { type: 'bonus', gift: bonus })
}

/** The same for free spins. */
export function applyFreespins(client: QueryClient, grant: FreespinGift): void {
  if (place(client, FREESPINS, grant)) follow(client, { type: 'freespins', gift: grant })
}

/** What follows from a new stage. A bet that counts changes none, and asks for nothing. */
function follow(client: QueryClient, news: NewGift): void {
  reloadAfterBonusChange(client)
  if (news.gift.stage === 'issued') for (const listener of listeners) listener(news)
}
