import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  sessionStorage.clear()
  vi.resetModules()
})
afterEach(() => window.history.replaceState(null, '', '/'))

async function landAt(address: string) {
  window.history.replaceState(null, '', address)
  return import('./promoCodes')
}

test('the codes of the address that opened the page are kept', async () => {
  const { keptPromoCode } = await landAt('/?deposit_promocode=ABC&gift_promocode=%20G1%20&other=x')
  expect([keptPromoCode('deposit_promocode'), keptPromoCode('gift_promocode')]).toEqual(['ABC', 'G1'])
  expect(sessionStorage.getItem('deposit_promocode')).toBe('ABC')
})

test('a code that was dropped does not come back from the same address', async () => {
  const { dropPromoCode, keptPromoCode } = await landAt('/?deposit_promocode=ABC')
  expect(keptPromoCode('deposit_promocode')).toBe('ABC')
  dropPromoCode('deposit_promocode')
  expect(keptPromoCode('deposit_promocode')).toBeNull()
})

test('a code of an earlier page of the visit is still known', async () => {
  sessionStorage.setItem('gift_promocode', 'G1')
  const { keptPromoCode } = await landAt('/promotions?gift_promocode=')
  expect(keptPromoCode('gift_promocode')).toBe('G1')
})
