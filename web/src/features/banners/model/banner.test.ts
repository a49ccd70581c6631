import { describe, expect, test } from 'vitest'
import { aBanner } from '@/test/banners'
import { amountFor, filledIn, linkAttributes, shownBanners, linkOf, type Banner } from './banner'

const NOW = Date.parse('2026-05-01T12:00:00Z')

const isShown = (parts: Partial<Banner>, groups: number[] | null = null, category = 'home') =>
  shownBanners([aBanner(parts)], { category, groups, now: NOW }).length === 1

test.each([
  ['EUR', 1000, 'EUR'],
  ['AUD', 1500, 'AUD'],
  ['JPY', 1100, 'USD'],
  ['NOK', 1100, 'USD'],
  ['PLN', 1100, 'USD'],
  ['BTC', 1000, 'EUR'],
])('a player of %s is shown %i subunits of %s', (own, cents, currency) => {
  const displayMap = { NOK: 'USD', PLN: 'USD', JPY: 'USD' }
  expect(amountFor({ EUR: 1000, USD: 1100, AUD: 1500, NOK: 10000 }, own, displayMap)).toEqual({ cents, currency })
})

describe('a banner', () => {
  test.each([
    ['for everybody, to a guest', {}, null, true],
    ['for everybody, to a player', {}, [7], true],
    ['for a group, to a guest', { groups: [259] }, null, false],
    ['for a group, to a member', { groups: [259] }, [21, 259], true],
    ['for a group, to a member of another', { groups: [259] }, [21], false],
    ['for a group under the older name, to a guest', { groups: undefined, groupIds: [259] }, null, false],
    ['for a group under the older name, to a member', { groups: undefined, groupIds: [259] }, [259], true],
  ])('%s', (_, parts, groups, shown) => expect(isShown(parts as Partial<Banner>, groups)).toBe(shown))

  test.each([
    ['before its time', { start: '2026-05-01T12:00:01Z', end: null }, false],
    ['from its first instant', { start: '2026-05-01T12:00:00Z', end: null }, true],
    ['until just before its end', { start: null, end: '2026-05-01T12:00:00.001Z' }, true],
    ['no more at its end', { start: null, end: '2026-05-01T12:00:00Z' }, false],
  ])('shows %s', (_, liveTime, shown) => expect(isShown({ liveTime })).toBe(shown))

  test('belongs to the places that it names', () => {
    expect(isShown({ categories: ['live', 'table'] }, null, 'live')).toBe(true)
    expect(isShown({ categories: ['live', 'table'] }, null, 'slots')).toBe(false)
  })

  test('takes the values of its variables, and nothing that is none', () => {
    expect(filledIn('{game} pays {x} and {y}', { game: 'Tidal Kings', x: '2999' })).toBe('Tidal Kings pays 2999 and {y}')
  })
})

describe('a button leads', () => {
  const button = (type: 'link' | 'popup' | 'tournament' | 'bonus' | 'game', url: string, frontendIdentifier: string | null = null) =>
    linkOf({ name: 'Go', type, url, frontendIdentifier })

  test('to its address', () => {
    expect(button('link', '/payments')).toEqual({ href: '/payments' })
    expect(button('game', '/play/northlight/tidal-kings')).toEqual({ href: '/play/northlight/tidal-kings' })
  })

  test('to a modal, however it is written', () => {
    for (const url of ['/sign-up', '#sign-up']) expect(button('popup', url)).toEqual({ href: '/sign-up' })
    expect(button('popup', 'support')).toEqual({ href: '/popup/support' })
  })

  test('to the tournament or bonus that it names', () => {
    expect(button('tournament', '/', 'May Race/1')).toEqual({ href: '/tournaments/May%20Race%2F1', route: '/tournaments/$slug' })
    expect(button('bonus', '/', 'welcome')?.route).toBe('/bonus/$slug')
    expect(button('tournament', '/')).toBeUndefined()
  })
})

test('a link says what tells it apart, and nothing that runs, or changes its look or its address', () => {
  const said = { 'data-campaign': 'spring', 'aria-label': 'To the spring race', rel: 'nofollow', target: '_blank', title: 'Spring' }
  const refused = {
    onclick: 'alert(1)',
    onClick: 'alert(1)',
    style: 'position:fixed',
    class: 'x',
    className: 'x',
    id: 'root',
    href: 'javascript:alert(1)',
    to: '/x',
    dangerouslySetInnerHTML: 'x',
    'data-': 'x',
    'data-x onclick': 'x',
  }
  const button = { name: 'Go', type: 'link', url: '/', frontendIdentifier: null } as const
  expect(linkAttributes({ ...button, attrs: { ...said, ...refused } })).toEqual(said)
  expect(linkAttributes({ ...button, attrs: { target: 'elsewhere' } })).toEqual({})
  expect(linkAttributes(button)).toEqual({})
})
