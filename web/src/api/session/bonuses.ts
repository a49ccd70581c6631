import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { request } from '../client'
import { configQuery } from '../info/config'
import { PLAYER_SCOPE } from '../keys'
import { reload } from '../realtime'
import { STALE_MS } from '../staleTimes'
import type { Bonus, FreespinGift } from '../types'
import { accountsQuery } from './accounts'
import { playerQuery } from './player'

/** Everything that is known of the player's bonuses, in every language. */
export const BONUSES = [PLAYER_SCOPE, 'bonuses'] as const

/** The same of free spins. */
export const FREESPINS = [PLAYER_SCOPE, 'freespins'] as const

/** The same of gifts for the sports site. */
export const SPORT_BONUSES = [PLAYER_SCOPE, 'sport_bonuses'] as const

/** The same of what the next deposit may bring. */
export const DEPOSIT_OFFERS = [PLAYER_SCOPE, 'deposit_bonuses'] as const

/** Bonuses that have a page, for every visitor and in every language. */
const PUBLIC_OFFERS = ['public-offers'] as const

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

/** Every bonus that has a page, and whether the visitor can get it. Another sign-in is another answer. */
export function publicOffersQuery(locale: string, playerId: number | null) {
  return queryOptions({
    queryKey: [...PUBLIC_OFFERS, locale, playerId] as const,
    queryFn: ({ signal }) => request('GET', '/api/bonuses/offers', { query: { l: locale }, signal }),
    staleTime: STALE_MS.live,
  })
}

/** Groups of bonuses whose issued gifts are not shown. */
export const hiddenGroupsQuery = configQuery(
  ['disabled-bonuses'],
  async (signal) => (await request('GET', '/api/fe/config/disabled-bonuses', { signal })).group_keys,
)

/** Asks again for what follows from a change of bonuses: the player's code and switch, the offers, and the money. */
export function reloadAfterBonusChange(client: QueryClient): void {
  reload(client, [playerQuery.queryKey, DEPOSIT_OFFERS, PUBLIC_OFFERS, accountsQuery.queryKey])
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

/** How far a gift has come in each stage: it never goes back. */
const STEPS: Record<string, number> = { issued: 0, wait: 1, handle_bets: 2, activated: 2, wager_done: 3, finished: 4, lost: 4, canceled: 4, expired: 4 }

const stepOf = (stage: string) => STEPS[stage] ?? 0

/** The stages that were seen last, by kind and id, beside the lists: those may not be loaded. Another player begins anew. */
const SEEN = [PLAYER_SCOPE, 'gift-stages'] as const

const nameOf = (key: readonly string[], id: string) => `${key.join(' ')} ${id}`

function remember(client: QueryClient, key: readonly string[], { id, stage }: Listed): void {
  client.setQueryDefaults(SEEN, { gcTime: Infinity })
  client.setQueryData<Record<string, string>>(SEEN, (seen) => ({ ...seen, [nameOf(key, id)]: stage }))
}

/** The latest stage of a record that this page knows; undefined for one that is new. */
function knownStage(client: QueryClient, key: readonly string[], lists: readonly (Listed[] | undefined)[], id: string): string | undefined {
  const listed = lists.flatMap((list) => list?.filter((other) => other.id === id).map(({ stage }) => stage) ?? [])
  const seen = client.getQueryData<Record<string, string>>(SEEN)?.[nameOf(key, id)]
  return [...listed, ...(seen === undefined ? [] : [seen])].sort((one, other) => stepOf(other) - stepOf(one))[0]
}

/**
 * Puts a record into the lists, before the others where it is new; the answer says whether its stage is news. An answer may
 * come after the frame of a later stage: it changes nothing.
 */
function place<Item extends Listed>(client: QueryClient, key: readonly string[], record: Item): boolean {
  const lists = client.getQueriesData<Item[]>({ queryKey: key }).map(([, list]) => list)
  const known = knownStage(client, key, lists, record.id)
  if (known !== undefined && stepOf(record.stage) < stepOf(known)) return false
  remember(client, key, record)
  // An answer that is under way may be older than the record.
  if (lists.length === 0 || lists.some((list) => !list) || client.isFetching({ queryKey: key }) > 0) reload(client, [key])
  client.setQueriesData<Item[]>({ queryKey: key }, (list) => {
    if (!list?.some(({ id }) => id === record.id)) return list && [record, ...list]
    return list.map((other) => (other.id === record.id ? record : other))
  })
  return record.stage !== known
}

/** Works a bonus, told by realtime or by an answer, into what is shown, and tells who listens of a new one. */
export function applyBonus(client: QueryClient, bonus: Bonus): void {
  if (bonus.type === 'Freebet') applyFreeBet(client, bonus)
  else if (place(client, BONUSES, bonus)) follow(client, { type: 'bonus', gift: bonus })
}

/** Free bets have a list of their own, with a shape of its own. */
function applyFreeBet(client: QueryClient, bonus: Bonus): void {
  const isNews = knownStage(client, SPORT_BONUSES, [], bonus.id) !== bonus.stage
  remember(client, SPORT_BONUSES, bonus)
  reload(client, [SPORT_BONUSES])
  if (isNews) follow(client, { type: 'bonus', gift: bonus })
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
