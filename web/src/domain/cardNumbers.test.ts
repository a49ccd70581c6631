import { expect, test } from 'vitest'
import vectors from '@content/card-number-vectors.json'
import { hasCardNumber, withoutCardNumbers } from './cardNumbers'

test.each(vectors as [string, string][])('%j', (text, clean) => {
  expect(withoutCardNumbers(text)).toBe(clean)
  expect(hasCardNumber(text)).toBe(text !== clean)
})
