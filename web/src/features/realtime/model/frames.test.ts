import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { recentWinsQuery } from '@/api/info/catalogue'
import { accountsQuery } from '@/api/session/accounts'
import { onPaymentChange, paymentQuery } from '@/api/session/payments'
import type { Payment, RecentWin } from '@/api/types'
import { socketUrl } from './connection'
import { applyFrame, reloadAfterGap } from './frames'

function win(user_name: string): RecentWin {
  return { user_name, game: { identifier: 'a/b', title: 'B', preview: '' }, amount_cents: 100, currency: 'EUR', created_at: '' }
}

function payment(id: string, state: Payment['state'], finished_at: string | null): Payment {
  return {
    id,
    action: 'deposit',
    state,
    amount_cents: 1000,
    currency: 'EUR',
    brand: 'card',
    payment_method_id: 'card',
    recallable: false,
    created_at: '',
    finished_at,
    redirect_url: null,
    error_code: null,
  }
}

test('lost frames make the site ask again for what they would have told', () => {
  const client = new QueryClient()
  client.setQueryData(accountsQuery.queryKey, [])
  reloadAfterGap(client, 'unheard_of#x')
  expect(client.getQueryState(accountsQuery.queryKey)?.isInvalidated).toBe(false)
  reloadAfterGap(client, 'balance#x')
  expect(client.getQueryState(accountsQuery.queryKey)?.isInvalidated).toBe(true)
})

describe('applyFrame', () => {
  test('a balance patches the wallet of its currency only', () => {
    const client = new QueryClient()
    const euro = { currency: 'EUR', amount_cents: 1, bonus_amount_cents: 0, available_to_cashout_cents: 1, active: true }
    const coin = { currency: 'BTC', amount_cents: 2, bonus_amount_cents: 0, available_to_cashout_cents: 2, active: false }
    client.setQueryData(accountsQuery.queryKey, [euro, coin])
    applyFrame(client, 'balance#x', { currency: 'EUR', amount_cents: 900, bonus_amount_cents: 50, available_to_cashout_cents: 800, seq: 4 })
    expect(client.getQueryData(accountsQuery.queryKey)).toEqual([
      { currency: 'EUR', amount_cents: 900, bonus_amount_cents: 50, available_to_cashout_cents: 800, active: true },
      coin,
    ])
  })

  test('wins come in front and the list stays short', () => {
    const client = new QueryClient()
    client.setQueryData(recentWinsQuery.queryKey, Array.from({ length: 20 }, (_, index) => win(`old${index}`)))
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

  test('an unknown channel changes nothing', () => {
    expect(() => applyFrame(new QueryClient(), 'lootboxes_changes#x', {})).not.toThrow()
  })
})

test.each([
  ['/connection/websocket', 'https:', 'wss://a.example/connection/websocket'],
  ['/connection/websocket', 'http:', 'ws://a.example/connection/websocket'],
  ['wss://hub.example/x', 'https:', 'wss://hub.example/x'],
])('%s on %s is %s', (path, protocol, expected) => {
  expect(socketUrl(path, { protocol, host: 'a.example' })).toBe(expected)
})
