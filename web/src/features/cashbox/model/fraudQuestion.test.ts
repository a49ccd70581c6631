import { expect, test } from 'vitest'
import { cardParts, playerStatus } from './fraudQuestion'

const inGroups = (...groups: number[]) => ({ statuses: groups.map((group) => ({ id: `group_${group}`, name: '' })) })

test.each([
  [[], 'Regular'],
  [[131811], 'Regular'],
  [[257], 'Bronze'],
  [[793], 'Bronze'],
  [[258], 'Silver'],
  [[259], 'Gold'],
  [[255], 'Platinum'],
  [[257, 759], 'Diamond'],
])('groups %o make a player %s', (groups, status) => {
  expect(playerStatus(inGroups(...groups))).toBe(status)
})

test('only six and four digits of a card are told', () => {
  expect(cardParts('424242******4242')).toEqual({ card_first_six: '424242', card_last_four: '4242' })
  expect(cardParts(undefined)).toEqual({ card_first_six: null, card_last_four: null })
  expect(cardParts('4242424242424242')).toEqual({ card_first_six: null, card_last_four: null })
})
