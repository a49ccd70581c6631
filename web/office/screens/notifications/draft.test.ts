import { expect, test } from 'vitest'
import { bodyOf, type NotificationValues } from './draft'

const NOW = Date.parse('2026-01-01T00:00:00.000Z')
const VALUES: NotificationValues = {
  to: 'player',
  player: ' 7 ',
  segment: '',
  brand: 'every',
  kind: 'account',
  icon: 'info',
  title: ' Hello ',
  text: 'We wrote to you.',
  button: '',
  path: '',
  days: '3',
  reason: ' asked for ',
}

test('one player gets it in the languages that were written', () => {
  const body = bodyOf(VALUES, [21], { de: { title: 'Hallo', text: ' ', button: 'Los' } }, NOW)
  expect(body).toEqual({
    player: 7,
    groups: [],
    segment: null,
    brand: null,
    promotional: false,
    icon: 'info',
    title: { en: 'Hello', de: 'Hallo' },
    text: { en: 'We wrote to you.' },
    button_title: {},
    button_path: null,
    expires_at: '2026-01-04T00:00:00.000Z',
    reason: 'asked for',
  })
})

test('players of a segment get it, of one brand when it is chosen', () => {
  const values: NotificationValues = { ...VALUES, to: 'segment', segment: 's1', brand: 'borealis' }
  expect(bodyOf(values, [21], {}, NOW)).toMatchObject({ player: null, groups: [], segment: 's1', brand: 'borealis' })
})

test('members of groups get it with its button', () => {
  const values: NotificationValues = { ...VALUES, to: 'groups', kind: 'promotional', button: 'See it', path: ' /promotions ' }
  const body = bodyOf(values, [21, 259], { de: { title: '', text: '', button: 'Ansehen' } }, NOW)
  expect(body).toMatchObject({ player: null, groups: [21, 259], promotional: true, button_title: { en: 'See it', de: 'Ansehen' }, button_path: '/promotions' })
})
