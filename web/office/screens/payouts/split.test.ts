import { expect, test } from 'vitest'
import { inputUnits } from '@/domain/money'
import { splitOf } from './split'

const [EUR] = inputUnits('EUR', [])

test.each([
  ['what is left stays', ['20', '30.50'], [4_950, 2_000, 3_050]],
  ['nothing is divided off', [], null],
  ['nothing would stay', ['100'], null],
  ['more than there is', ['60', '50'], null],
  ['a part of nothing', ['0'], null],
  ['no amount', ['ten'], null],
])('%s', (_, texts, wanted) => {
  const parts = splitOf(
    10_000,
    texts.map((text) => ({ text, profile: '' })),
    EUR,
    'en',
  )
  expect(parts?.map(({ amount_cents }) => amount_cents) ?? null).toEqual(wanted)
})

test('a part may go to a card, and the first one stays where the payout goes', () => {
  expect(splitOf(10_000, [{ text: '40', profile: 'card' }], EUR, 'en')).toEqual([
    { amount_cents: 6_000, profile_id: null },
    { amount_cents: 4_000, profile_id: 'card' },
  ])
})
