import { expect, test } from 'vitest'
import { promoCodesOf } from '@/domain/promoCodes'
import { affiliateTagsOf, referrerHost, utmMarksOf } from './campaign'

test('exactly the six marks are tracked', () => {
  const search = '?utm_source=a&utm_medium=b&utm_campaign=c&utm_content=d&utm_term=e&sub_id=f&gclid=g&utm_id=h'
  expect(utmMarksOf(search)).toEqual({ utm_source: 'a', utm_medium: 'b', utm_campaign: 'c', utm_content: 'd', utm_term: 'e', sub_id: 'f' })
  expect(utmMarksOf('?utm_source=&utm_term=%20')).toEqual({})
  expect(utmMarksOf(`?sub_id=${'x'.repeat(300)}`).sub_id).toHaveLength(256)
})

test('tags and codes are read by their names', () => {
  const search = '?stag=s&affb_id=a&partner_id=p&deposit_promocode=D1&gift_promocode=G1'
  expect(affiliateTagsOf(search)).toEqual({ stag: 's', affb_id: 'a', partner_id: 'p' })
  expect(promoCodesOf(search)).toEqual({ deposit_promocode: 'D1', gift_promocode: 'G1' })
})

test.each([
  ['https://partner.example/page', 'partner.example'],
  ['https://casino.example/other', null],
  ['', null],
  ['nonsense', null],
])('from %j', (referrer, host) => {
  expect(referrerHost(referrer, 'casino.example')).toBe(host)
})
