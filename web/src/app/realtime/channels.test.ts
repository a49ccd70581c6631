import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { recentWinsQuery } from '@/api/info/catalogue'
import { PLAYER_SCOPE } from '@/api/keys'
import { accountsQuery } from '@/api/session/accounts'
import { applyBonus, bonusesQuery, freespinsQuery, onNewGift } from '@/api/session/bonuses'
import { onPaymentChange, paymentQuery } from '@/api/session/payments'
import { limitsQuery } from '@/api/session/limits'
import { playerQuery } from '@/api/session/player'
import { dropAnswers } from '@/api/session/signOut'
import type { Bonus, Payment, RecentWin } from '@/api/types'
import { deliverLog } from '@/platform/log'
import { applyFrame as apply, reloadAfterConnect, reloadAfterGap as reload } from '@/features/realtime/model/frames'
import { aBonus, freespins } from '@/test/gifts'
import { CHANNELS } from './channels'

const applyFrame = (client: QueryClient, address: string, data: unknown) => apply(CHANNELS, client, address, data)

function win(user_name: string): RecentWin {
  return { user_name, game: { identifier: 'a/b', title: 'B', preview: '' }, amount_cents: 100, currency: 'EUR', created_at: '' }
}

function payment(id: string, state: Payment['state'], finished_at: string | null): Payment {
  return {
    id,
    action: 'deposit',
    state,
    amount_cents: 1000,
    requested_cents: 1000,
    fee_cents: 0,
    confirmations: 0,
    confirmations_needed: 0,
    currency: 'EUR',
    brand: 'card',
    payment_method_id: 'card',
    recallable: false,
    recallable_until: null,
    cancelable: false,
    created_at: '',
    finished_at,
    redirect_url: null,
    error_code: null,
  }
}

test('lost frames make the site ask again for what they would have told', () => {
  const client = new QueryClient()
  client.setQueryData(accountsQuery.queryKey, [])
  reload(CHANNELS, client, 'unheard_of#x')
  expect(client.getQueryState(accountsQuery.queryKey)?.isInvalidated).toBe(false)
  reload(CHANNELS, client, 'balance#x')
  expect(client.getQueryState(accountsQuery.queryKey)?.isInvalidated).toBe(true)
})

describe('applyFrame', () => {
  test('a balance patches the wallet of its currency only', () => {
    const client = new QueryClient()
    const euro = { currency: 'EUR', amount_cents: 1, bonus_amount_cents: 0, available_to_cashout_cents: 1, active: true, seq: 3 }
    const coin = { currency: 'BTC', amount_cents: 2, bonus_amount_cents: 0, available_to_cashout_cents: 2, active: false, seq: 3 }
    client.setQueryData(accountsQuery.queryKey, [euro, coin])
    applyFrame(client, 'balance#x', { currency: 'EUR', amount_cents: 900, bonus_amount_cents: 50, available_to_cashout_cents: 800, seq: 4, round_id: null })
    expect(client.getQueryData(accountsQuery.queryKey)).toEqual([
      { currency: 'EUR', amount_cents: 900, bonus_amount_cents: 50, available_to_cashout_cents: 800, active: true, seq: 4 },
      coin,
    ])
  })

  test('an answer or a frame that is older than what is known changes no balance', async () => {
    const client = new QueryClient()
    const wallet = (amount_cents: number, seq: number) => ({
      currency: 'EUR',
      amount_cents,
      bonus_amount_cents: 0,
      available_to_cashout_cents: amount_cents,
      active: true,
      seq,
    })
    const shown = () => client.getQueryData(accountsQuery.queryKey)?.map(({ amount_cents }) => amount_cents)
    const answer = async (wallets: ReturnType<typeof wallet>[]) => {
      await client.fetchQuery({ ...accountsQuery, queryFn: () => Promise.resolve(wallets), staleTime: 0 })
    }
    await answer([wallet(100, 5)])
    applyFrame(client, 'balance#x', { ...wallet(300, 8), round_id: null })
    await answer([wallet(200, 7)])
    expect(shown()).toEqual([300])
    applyFrame(client, 'balance#x', { ...wallet(200, 7), round_id: null })
    expect(shown()).toEqual([300])
    await answer([wallet(400, 9)])
    expect(shown()).toEqual([400])
  })

  test('wins come in front and the list stays short', () => {
    const client = new QueryClient()
    client.setQueryData(
      recentWinsQuery.queryKey,
      Array.from({ length: 20 }, (_, index) => win(`old${index}`)),
    )
    applyFrame(client, 'wins', win('new'))
    const wins = client.getQueryData(recentWinsQuery.queryKey)
    expect(wins?.map((known) => known.user_name)[0]).toBe('new')
    expect(wins).toHaveLength(20)
  })

  test('a payment is put in its place and told to who listens', () => {
    const client = new QueryClient()
    const told: string[] = []
    const stop = onPaymentChange(({ id, state }) => told.push(`${id} ${state}`))
    applyFrame(client, 'payments_changes#x', payment('p1', 'processing', null))
    applyFrame(client, 'payments_changes#x', payment('p1', 'canceled', '2026-01-01T11:56:00Z'))
    applyFrame(client, 'payments_changes#x', payment('p1', 'canceled', '2026-01-01T11:56:00Z'))
    applyFrame(client, 'payments_changes#x', payment('p1', 'processing', null))
    stop()
    expect(told).toEqual(['p1 processing', 'p1 canceled'])
    expect(client.getQueryData(paymentQuery('p1').queryKey)?.state).toBe('canceled')
  })

  test('a gift is put in its place, told once when it is new, and asks for what follows from it', () => {
    const client = new QueryClient()
    const followers: QueryKey[] = [playerQuery.queryKey, [PLAYER_SCOPE, 'deposit_bonuses', 'en'], accountsQuery.queryKey]
    for (const key of followers) client.setQueryData(key, [])
    client.setQueryData(bonusesQuery('en').queryKey, [aBonus({ id: '1' })])
    client.setQueryData(freespinsQuery('en').queryKey, [])
    const told: string[] = []
    const stop = onNewGift(({ type, gift }) => told.push(`${type} ${gift.id}`))
    applyFrame(client, 'bonuses_changes#x', aBonus({ id: '1', stage: 'handle_bets' }))
    applyFrame(client, 'bonuses_changes#x', aBonus({ id: '2' }))
    applyFrame(client, 'bonuses_changes#x', aBonus({ id: '2' }))
    applyFrame(client, 'freespins_changes#x', freespins({ id: '3' }))
    applyFrame(client, 'freespins_changes#x', freespins({ id: '3', stage: 'expired' }))
    stop()
    expect(client.getQueryData(bonusesQuery('en').queryKey)?.map(({ id, stage }) => `${id} ${stage}`)).toEqual(['2 issued', '1 handle_bets'])
    expect(client.getQueryData(freespinsQuery('en').queryKey)?.map(({ stage }) => stage)).toEqual(['expired'])
    expect(told).toEqual(['bonus 2', 'freespins 3'])
    expect(followers.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true, true])
  })

  test('an answer that is older than a frame takes no gift back to an earlier stage', () => {
    const client = new QueryClient()
    client.setQueryData(bonusesQuery('en').queryKey, [aBonus({ id: '1', stage: 'issued' })])
    applyFrame(client, 'bonuses_changes#x', aBonus({ id: '1', stage: 'lost' }))
    applyBonus(client, aBonus({ id: '1', stage: 'handle_bets' }))
    expect(client.getQueryData(bonusesQuery('en').queryKey)?.map(({ stage }) => stage)).toEqual(['lost'])
  })

  test('without a list, gifts are told once and ask for something once in each stage, until another player comes', () => {
    const client = new QueryClient()
    const told: string[] = []
    const stop = onNewGift(({ gift }) => told.push(gift.id))
    const asks = (stage: Bonus['stage']) => {
      client.setQueryData(accountsQuery.queryKey, [])
      applyFrame(client, 'bonuses_changes#x', aBonus({ id: '1', stage }))
      return client.getQueryState(accountsQuery.queryKey)?.isInvalidated
    }
    expect([asks('issued'), asks('handle_bets'), asks('handle_bets'), asks('issued')]).toEqual([true, true, false, false])
    expect(told).toEqual(['1'])
    dropAnswers(client)
    expect(asks('issued')).toBe(true)
    expect(told).toEqual(['1', '1'])
    stop()
  })

  test('every connection asks for gifts anew: what ended before it is in no frame', () => {
    const client = new QueryClient()
    const keys = [bonusesQuery('en').queryKey, freespinsQuery('en').queryKey]
    for (const key of keys) client.setQueryData(key, [])
    reloadAfterConnect(CHANNELS, client)
    expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true])
  })

  test('a bet that counts changes the bonus and asks for nothing', () => {
    const client = new QueryClient()
    client.setQueryData(accountsQuery.queryKey, [])
    client.setQueryData(bonusesQuery('en').queryKey, [aBonus({ stage: 'handle_bets' })])
    applyFrame(client, 'bonuses_changes#x', aBonus({ stage: 'handle_bets', amount_wager_cents: 20 }))
    expect(client.getQueryData(bonusesQuery('en').queryKey)?.map(({ amount_wager_cents }) => amount_wager_cents)).toEqual([20])
    expect(client.getQueryState(accountsQuery.queryKey)?.isInvalidated).toBe(false)
  })

  test('a list of wins that was never loaded is not begun by a frame', () => {
    const client = new QueryClient()
    applyFrame(client, 'wins', win('new'))
    expect(client.getQueryData(recentWinsQuery.queryKey)).toBeUndefined()
  })

  test('a change of groups reloads the player, banners and what there is to take note of', () => {
    const client = new QueryClient()
    const keys: QueryKey[] = [
      playerQuery.queryKey,
      ['banners', 'en', 7],
      [PLAYER_SCOPE, 'notices', 'en'],
      [PLAYER_SCOPE, 'notifications', 'en'],
      [PLAYER_SCOPE, 'chat'],
    ]
    for (const key of keys) client.setQueryData(key, [])
    applyFrame(client, 'groups_updates#x', { added: [1], removed: [] })
    expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true, true, true, true])
  })

  test.each([{ type: 'loss', period: 'day', reached: true }, { changed: true }])('a limit that is used up or changed is read anew: %o', (data) => {
    const client = new QueryClient()
    client.setQueryData(limitsQuery.queryKey, [])
    applyFrame(client, 'game_limits#x', data)
    expect(client.getQueryState(limitsQuery.queryKey)?.isInvalidated).toBe(true)
  })

  test('a decision about a document reads the documents and the player anew', () => {
    const client = new QueryClient()
    const keys: QueryKey[] = [playerQuery.queryKey, [PLAYER_SCOPE, 'documents']]
    for (const key of keys) client.setQueryData(key, [])
    applyFrame(client, 'documents_changes#x', { changed: true })
    expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true])
  })

  test('a box that was issued or opened is read anew', () => {
    const client = new QueryClient()
    client.setQueryData([PLAYER_SCOPE, 'lootboxes', 'en'], [])
    applyFrame(client, 'lootboxes_changes#x', { id: '1', stage: 'issued' })
    expect(client.getQueryState([PLAYER_SCOPE, 'lootboxes', 'en'])?.isInvalidated).toBe(true)
  })

  test('a step of a payment that the site knows otherwise is asked for', () => {
    const client = new QueryClient()
    client.setQueryData(paymentQuery('p1').queryKey, payment('p1', 'pending', null))
    const isAskedFor = () => client.getQueryState(paymentQuery('p1').queryKey)?.isInvalidated
    applyFrame(client, 'payments_events#x', { payment_id: 'p1', event: 'pending' })
    expect(isAskedFor()).toBe(false)
    applyFrame(client, 'payments_events#x', { payment_id: 'p1', event: 'processing' })
    expect(isAskedFor()).toBe(true)
  })

  test.each([
    ['balance#x', null],
    ['balance#x', []],
    ['balance#x', { currency: 'EUR', amount_cents: '900', bonus_amount_cents: 0, available_to_cashout_cents: 0, seq: 9, round_id: null }],
    ['balance#x', { currency: 'EUR', amount_cents: 900, bonus_amount_cents: 0, available_to_cashout_cents: 0, seq: 9 }],
    ['balance#x', { currency: 'EUR', amount_cents: 900, bonus_amount_cents: 0, available_to_cashout_cents: 0, round_id: null }],
    ['wins', { ...win('new'), game: null }],
    ['wins', { ...win('new'), user_name: 7 }],
    ['payments_changes#x', { ...payment('p1', 'pending', null), state: 'toString' }],
    ['payments_changes#x', { ...payment('p1', 'pending', null), amount_cents: 1.5 }],
    ['payments_events#x', { payment_id: 1, event: 'pending' }],
    ['groups_updates#x', { added: 1, removed: [] }],
    ['game_limits#x', { type: 'loss' }],
    ['documents_changes#x', {}],
    ['bonuses_changes#x', { ...aBonus(), stage: 'none' }],
    ['bonuses_changes#x', { ...aBonus(), amount_cents: '1' }],
    ['freespins_changes#x', { ...freespins(), games: null }],
    ['freespins_changes#x', aBonus()],
    ['chat#x', { changed: 'yes' }],
    ['personal_notifications#x', { id: 'n1', type: 'personal', title: '', text: '', content: { icon: 'bell', title: '' } }],
    ['lootboxes_changes#x', {}],
    ['lootboxes_changes#x', { id: '1', stage: 'opened' }],
    ['achievements_changes#x', {}],
    ['__proto__#x', {}],
    ['constructor', {}],
  ])('%s of a wrong shape or name is dropped and logged: %o', (channel, data) => {
    const client = new QueryClient()
    const known = [{ currency: 'EUR', amount_cents: 1, bonus_amount_cents: 0, available_to_cashout_cents: 1, active: true, seq: 3 }]
    client.setQueryData(accountsQuery.queryKey, known)
    client.setQueryData(recentWinsQuery.queryKey, [win('old')])
    const logged: string[] = []
    const stop = deliverLog(({ code, message }) => logged.push(`${code} ${message}`))
    logged.length = 0
    applyFrame(client, channel, data)
    stop()
    expect(logged).toHaveLength(1)
    expect(logged[0]).toMatch(/^REALTIME_FRAME (wrong frame of|unknown channel) [a-z_]+$/)
    expect(client.getQueryData(accountsQuery.queryKey)).toEqual(known)
    expect(client.getQueryData(recentWinsQuery.queryKey)).toEqual([win('old')])
    expect(client.getQueryData(paymentQuery('p1').queryKey)).toBeUndefined()
  })
})
