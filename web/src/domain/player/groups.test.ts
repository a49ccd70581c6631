import { expect, test } from 'vitest'
import { groupsOf, vipLevelOf } from './groups'

test('groups are the numbered statuses', () => {
  expect(groupsOf({ statuses: [{ id: 'group_21' }, { id: 'level_3' }, { id: 'group_851' }] })).toEqual([21, 851])
  expect(groupsOf(null)).toEqual([])
})

test.each([
  [[], undefined],
  [[1117], undefined],
  [[793], 'bronze'],
  [[257, 259], 'gold'],
  [[759, 257], 'diamond'],
])('groups %j make %s', (groups, level) => {
  expect(vipLevelOf(groups)).toBe(level)
})
