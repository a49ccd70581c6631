import { expect, test } from 'vitest'
import { aMethod } from '@/test/server'
import { firstProfile, returnCap, returnWays } from './returnOrder'

const profile = (id: string, returns_cents: number) => ({ id, masked: `424242******${id}`, brand: 'visa', returns_cents })
const CARD = aMethod({ id: 'card', returnsCents: 3_000, savedProfiles: [profile('new', 0), profile('old', 3_000)] })
const PURSE = aMethod({ id: 'skrill', type: 'wallet', returnsCents: 500, savedProfiles: [profile('purse', 500)] })
const BANK = aMethod({ id: 'bank', type: 'bank', returnsCents: 700 })
const VOUCHER = aMethod({ id: 'voucher', type: 'voucher' })

test('each card, account and bank that money came from is a way back', () => {
  const ways = returnWays([VOUCHER, CARD, PURSE, BANK])
  expect(ways.map(({ method, profile, cents }) => [method.id, profile?.id ?? null, cents])).toEqual([
    ['card', 'old', 3_000],
    ['skrill', 'purse', 500],
    ['bank', null, 700],
  ])
})

test('a payout starts with the card that money has to go back to', () => {
  expect(firstProfile(CARD)?.id).toBe('old')
  expect(firstProfile(aMethod({ savedProfiles: [profile('new', 0)] }))?.id).toBe('new')
  expect(firstProfile(VOUCHER)).toBeUndefined()
})

test.each([
  ['nothing has to go back', [VOUCHER], VOUCHER, '', null],
  ['the only way back is free beyond', [CARD, VOUCHER], CARD, 'old', null],
  ['another card of the same method', [CARD, VOUCHER], CARD, 'new', 0],
  ['elsewhere while something has to go back', [CARD, VOUCHER], VOUCHER, '', 0],
  ['one of two ways back', [CARD, PURSE], CARD, 'old', 3_000],
  ['a bank beside a card', [CARD, BANK], BANK, '', 700],
])('%s', (_, methods, method, profileId, cap) => {
  expect(returnCap(returnWays(methods), method, profileId)).toBe(cap)
})
