import { expect, test } from 'vitest'
import { sportHost } from './betting'

const HOSTS = ['sport.one.example', 'sport.two.example']

test.each([
  ['two.example', 'sport.two.example'],
  ['www.TWO.example', 'sport.two.example'],
  ['one.example', 'sport.one.example'],
  ['localhost', 'sport.one.example'],
])('visitors of %s bet on %s', (own, host) => expect(sportHost(HOSTS, own)).toBe(host))

test('without a host there is no betting', () => expect(sportHost([], 'one.example')).toBeUndefined())
