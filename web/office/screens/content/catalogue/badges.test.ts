import { expect, test } from 'vitest'
import { badgesOf, badgesText } from './badges'

test('badges are read as they are written', () => {
  expect(badgesText(badgesOf('popular:gold , new:blue,'))).toBe('popular:gold, new:blue')
})

test('nothing that was typed is dropped: the server has to judge it', () => {
  expect(badgesOf('new:blue:x, new')).toEqual([
    { type: 'new', theme: 'blue:x' },
    { type: 'new', theme: '' },
  ])
})
