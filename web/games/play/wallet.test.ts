import { expect, test } from 'vitest'
import { translator } from './messages'
import { moneyLabel, walletSentences } from './wallet'

const EUR = { code: 'EUR', subunits_to_unit: 100, fiat: true }
const COIN = { currency: 'BTC', rate: '58231.40' }

test('a game that does not take the coin says what it is played in, and at which rate', () => {
  const t = translator({}, 'en')
  expect(moneyLabel(t, { mode: 'real', wallet: COIN, currency: EUR })).toBe('Played in EUR')
  expect(walletSentences(t, { wallet: COIN, currency: EUR, locale: 'de' })[0]).toContain('1 BTC = 58.231,40 EUR')
})

test('other games have nothing to say of it', () => {
  const t = translator({}, 'en')
  expect(moneyLabel(t, { mode: 'real', wallet: null, currency: EUR })).toBeNull()
  expect(moneyLabel(t, { mode: 'demo', wallet: null, currency: EUR })).toBe('Demo credit')
  expect(walletSentences(t, { wallet: null, currency: EUR, locale: 'en' })).toEqual([])
})
