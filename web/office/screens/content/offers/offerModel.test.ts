import { expect, test } from 'vitest'
import type { OfferView } from '../../../api/types'
import { localText } from './blanks'
import {
  blankOffer,
  byTrigger,
  changedFields,
  currenciesOf,
  hasAmount,
  hasAudience,
  isEverybody,
  isNewer,
  isSame,
  kindsOf,
  NO_SPINS,
  ofKind,
  seenOf,
  TRIGGERS,
  UNREAD,
  withCurrency,
  withoutCurrency,
} from './offerModel'

test.each(TRIGGERS)('what comes by %s is of a kind that can', (trigger) => {
  const offer = byTrigger({ ...blankOffer(), coupon: 'X', points: 5, deposit_number: 1 }, trigger)
  expect(kindsOf(trigger)).toContain(offer.kind)
  expect([offer.coupon !== null, offer.points !== null, offer.deposit_number !== null, offer.period !== null]).toEqual([
    trigger === 'coupon',
    trigger === 'reward',
    trigger === 'deposit',
    trigger === 'cashback',
  ])
  expect(Object.keys(offer.amounts).length > 0).toBe(hasAmount(offer.kind))
})

test('a kind takes along only what it has', () => {
  const offer = { ...byTrigger(blankOffer(), 'staff'), wager: 30, freespins: { ...NO_SPINS }, on_cashout: 'cancel' as const }
  expect(ofKind(offer, 'Cash')).toMatchObject({ wager: 0, on_cashout: 'cancel' })
  expect(ofKind(offer, 'Group')).toMatchObject({ wager: 0, amounts: {}, freespins: null, on_cashout: 'keep' })
  expect(ofKind({ ...offer, freespins: null }, null)).toMatchObject({ kind: null, amounts: {}, freespins: { count: 10 } })
  expect(ofKind(ofKind(offer, 'Custom'), 'NonDeposit').amounts).toEqual({
    EUR: { amount: UNREAD, deposit_min: 0, bet_max: null, win_max: null, lost_below: null, loss_min: 0 },
  })
})

test.each(TRIGGERS)('what comes by %s keeps its audience and stays sticky only where it can', (trigger) => {
  const blank = blankOffer()
  const offer = byTrigger({ ...blank, sticky: true, audience: { ...blank.audience, groups: [7] } }, trigger)
  expect(isEverybody(offer.audience)).toBe(!hasAudience(trigger))
  expect(hasAudience(trigger)).toBe(trigger !== 'staff' && trigger !== 'reward')
  expect(offer.sticky).toBe(trigger !== 'reward' && trigger !== 'cashback')
  expect(ofKind(offer, 'Cash').sticky).toBe(false)
})

test('a currency is added to and taken out of all amounts', () => {
  const offer = withCurrency({ ...blankOffer(), freespins: { ...NO_SPINS, stakes: { EUR: 20 }, win_max: { EUR: 1000 } } }, 'CAD')
  expect(currenciesOf(offer)).toEqual(['EUR', 'CAD'])
  expect(offer.freespins?.stakes).toEqual({ EUR: 20, CAD: UNREAD })
  const without = withoutCurrency(offer, 'EUR')
  expect([currenciesOf(without), without.freespins?.win_max]).toEqual([['CAD'], {}])
})

test('two offers differ in what they say, and not in the order of it', () => {
  const offer = { ...blankOffer(), contributions: { games: {}, categories: { table: 10, live: 5 }, other: 100 } }
  const turned = { ...offer, contributions: { other: 100, games: {}, categories: { live: 5, table: 10 } } }
  expect(isSame(offer, turned)).toBe(true)
  expect(changedFields(offer, { ...turned, wager: 31, hidden: true })).toEqual(['hidden', 'wager'])
  expect(changedFields(offer, { ...turned, sticky: true, audience: { ...offer.audience, countries: ['CA'] } })).toEqual(['audience', 'sticky'])
})

test('a writer learns of what was saved or published meanwhile', () => {
  const offer = blankOffer()
  const in_force = { version: 2, offer, published_at: null, published_by: null, reason: null }
  const draft = {
    version: 3,
    revision: 1,
    offer: { ...offer, wager: 5 },
    unreadable: null,
    saved_at: '2026-01-01T00:00:00Z',
    saved_by: 'Bob',
    due_at: null,
    scheduled_by: null,
    reason: null,
    fault: null,
    is_own: false,
  }
  const view: OfferView = { code: 'A', path: 'offers/A.toml', in_force, draft: null }
  const seen = seenOf(view)
  expect([seen.base, seen.revision, isNewer(view, seen)]).toEqual([2, 0, false])
  expect(isNewer({ ...view, draft }, seen)).toBe(true)
  expect(isNewer({ ...view, in_force: { ...in_force, version: 3 } }, seen)).toBe(true)
  expect(seenOf({ ...view, draft }).offer.wager).toBe(5)
})

test('a moment is shown as a field of local time takes it', () => {
  const at = '2026-12-24T18:30:00.000Z'
  expect(new Date(localText(at)).toISOString()).toBe(at)
})
