import { expect, test } from 'vitest'
import { readWhole } from './wholeNumber'

test.each([
  ['5', { value: 5 }],
  [' 10 ', { value: 10 }],
  ['4', { problem: 'min_value' }],
  ['11', { problem: 'max_value' }],
  ['99999999999999999999', { problem: 'max_value' }],
  ['5.1', { problem: 'integer' }],
  ['5,0', { problem: 'integer' }],
  ['five', { problem: 'integer' }],
  ['-5', { problem: 'integer' }],
  ['1e1', { problem: 'integer' }],
  ['', { problem: 'integer' }],
])('%j between 5 and 10 is read as %j', (text, read) => {
  expect(readWhole(text, { min: 5, max: 10 })).toEqual(read)
})
