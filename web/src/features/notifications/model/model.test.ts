import { describe, expect, test, vi } from 'vitest'
import { NOTIFICATIONS_KEY } from '@/api/session/signOut'
import { aBonus } from '@/test/gifts'
import { aNotification } from '@/test/notifications'
import { aPayment } from '@/test/server'
import { counterText, entriesOf, isFor } from './entries'
import { arrived, isNotificationFrame } from './frame'
import { change, keptFor, keptText, withGift, withPayment, withRead, type Kept } from './kept'

const NOW = Date.parse('2026-03-01T12:00:00.000Z')
const HOUR_MS = 3_600_000
const NOTHING: Kept = { player: 7, payments: [], gifts: [], read: [] }

const ended = (agoMs: number, changes = {}) => aPayment({ state: 'succeeded', finished_at: new Date(NOW - agoMs).toISOString(), ...changes })

test.each([
  [1, '1'],
  [8, '8'],
  [9, '9+'],
  [100, '9+'],
])('%i unread are counted as %s', (count, text) => {
  expect(counterText(count)).toBe(text)
})

test.each([
  [[], [], true],
  [[21], [], false],
  [[21], [259], false],
  [[21], [21], true],
  [[21], [916], true],
  [[259], [916], false],
  [[259, 255], [255], true],
])('what is for groups %j a member of %j sees: %s', (groups, own, seen) => {
  expect(isFor({ groups }, own)).toBe(seen)
})

describe('the list', () => {
  const titles = (notifications: Parameters<typeof entriesOf>[0], kept = NOTHING, now = NOW) =>
    entriesOf(notifications, kept, [], now).map(({ title }) => title)

  test('has unread ones first, then the newest', () => {
    const at = (hour: number) => `2026-03-01T0${hour}:00:00.000Z`
    const list = [
      aNotification({ id: 'a', title: 'read here', created_at: at(9) }),
      aNotification({ id: 'b', title: 'old', created_at: at(1) }),
      aNotification({ id: 'c', title: 'new', created_at: at(2) }),
      aNotification({ id: 'd', title: 'read elsewhere', created_at: at(8), read: true }),
    ]
    expect(titles(list, { ...NOTHING, read: ['a'] })).toEqual(['new', 'old', 'read here', 'read elsewhere'])
  })

  test('holds the newest fifty of all kinds, be they read or not', () => {
    const minute = (ago: number) => new Date(NOW - ago * 60_000).toISOString()
    const list = Array.from({ length: 50 }, (_, ago) => aNotification({ id: `n${ago}`, title: `n${ago}`, created_at: minute(ago + 1), read: ago < 49 }))
    expect(titles(list)).toHaveLength(50)
    const withNews = titles(list, withPayment(NOTHING, ended(0), NOW))
    expect(withNews).toHaveLength(50)
    expect(withNews[0]).toBe('Your deposit has arrived.')
    expect(withNews.at(-1)).toBe('n48')
    expect(withNews).not.toContain('n49')
  })

  test('ends with the expiry of a notification', () => {
    const list = [aNotification({ title: 'soon gone', expiry: '2026-03-01T12:00:00.000Z' })]
    expect(titles(list, NOTHING, NOW - 1)).toEqual(['soon gone'])
    expect(titles(list, NOTHING, NOW)).toEqual([])
  })

  test('holds news of a payment for two hours', () => {
    const kept = withPayment(NOTHING, ended(0), NOW)
    expect(titles([], kept, NOW + 2 * HOUR_MS - 1)).toEqual(['Your deposit has arrived.'])
    expect(titles([], kept, NOW + 2 * HOUR_MS)).toEqual([])
  })

  test.each([
    ['/promotions?from=bell', '/promotions?from=bell'],
    ['//evil.example', undefined],
    ['/\\evil.example', undefined],
    ['https://evil.example', undefined],
    ['javascript:alert(1)', undefined],
  ])('a button to %s leads to %s', (path, expected) => {
    const content = { icon: 'gift', title: 'A gift', button: { title: 'See it', toName: null, path } }
    expect(entriesOf([aNotification({ content })], NOTHING, [], NOW)[0]?.button?.path).toBe(expected)
  })

  test('draws a bell where the drawing is unknown', () => {
    const content = { icon: 'skull', title: 'A gift', button: null }
    expect(entriesOf([aNotification({ content })], NOTHING, [], NOW)[0]?.icon).toBe('bell')
  })
})

describe('news of a payment', () => {
  test.each([
    ['a deposit that arrived', {}, 1],
    ['a payout that was paid', { action: 'cashout' }, 1],
    ['a payout that was declined', { action: 'cashout', state: 'declined' }, 1],
    ['a payout that was recalled', { action: 'cashout', state: 'recalled' }, 0],
    ['a deposit that goes on', { state: 'processing', finished_at: null }, 0],
  ] as const)('%s', (_, changes, count) => {
    expect(withPayment(NOTHING, ended(0, changes), NOW).payments).toHaveLength(count)
  })

  test('count once, and not when they are old', () => {
    const once = withPayment(NOTHING, ended(HOUR_MS), NOW)
    expect(withPayment(once, ended(HOUR_MS), NOW)).toBe(once)
    expect(withPayment(NOTHING, ended(2 * HOUR_MS), NOW)).toBe(NOTHING)
  })

  test('push out those that are too old', () => {
    const old = withPayment(NOTHING, ended(0, { id: 'old' }), NOW)
    const later = { ...ended(0, { id: 'new' }), finished_at: new Date(NOW + 2 * HOUR_MS).toISOString() }
    expect(withPayment(old, later, NOW + 2 * HOUR_MS).payments.map(({ id }) => id)).toEqual(['new:succeeded'])
  })
})

describe('news of a gift', () => {
  const given = (group_key = 'welcome') => ({ type: 'bonus' as const, gift: aBonus({ group_key }) })

  test('lead to the gifts, count once, and can be read', () => {
    const once = withGift(NOTHING, given(), NOW)
    const [entry] = entriesOf([], once, [], NOW)
    expect(entry).toMatchObject({ title: 'You have a new bonus: Welcome bonus', isUnread: true, button: { path: '/profile/gifts' } })
    expect(withGift(once, given(), NOW)).toBe(once)
    const read = withRead(once, [entry!.id])
    expect(entriesOf([], read, [], NOW)[0]?.isUnread).toBe(false)
    expect(read.read).toEqual([])
    expect(entriesOf([], once, [], NOW + 2 * HOUR_MS)).toEqual([])
  })

  test.each(['wheel_x', 'manual_wheel_1', 'chance', 'chance_1'])('of group %s are told elsewhere', (group) => {
    expect(withGift(NOTHING, given(group), NOW)).toBe(NOTHING)
  })

  test.each(['second_chance', 'big_wheel', 'auto_manual_wheel'])('of group %s, which only holds such a word, are told here', (group) => {
    expect(withGift(NOTHING, given(group), NOW).gifts).toHaveLength(1)
  })
})

describe('what is kept', () => {
  test('may be from before there were gifts', () => {
    expect(keptFor(7, '{"player":7,"payments":[],"read":["a"]}')).toEqual({ ...NOTHING, read: ['a'] })
  })

  test('is read by its player only', () => {
    const text = JSON.stringify(withRead(withPayment(NOTHING, ended(0), NOW), ['n1']))
    expect(keptFor(7, text)).toMatchObject({ read: ['n1'], payments: [{ id: 'p1:succeeded' }] })
    expect(keptFor(8, text)).toEqual({ player: 8, payments: [], gifts: [], read: [] })
  })

  test.each([null, '', '{', 'null', '7', '[]', '{"player":7}', '{"player":7,"payments":{},"read":[]}'])('counts as nothing when it reads %s', (text) => {
    expect(keptFor(7, text)).toEqual(NOTHING)
  })

  test('loses entries of a wrong shape', () => {
    expect(keptFor(7, '{"player":7,"payments":[1,{"id":"x"}],"read":[1,"a"]}')).toEqual({ ...NOTHING, read: ['a'] })
  })

  test('is kept in the page while storage is refused', () => {
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError')
    })
    change(7, (kept) => withRead(kept, ['n1']))
    expect(keptFor(7, keptText()).read).toEqual(['n1'])
    vi.restoreAllMocks()
    change(7, (kept) => withRead(kept, ['n2']))
    expect(JSON.parse(localStorage.getItem(NOTIFICATIONS_KEY) ?? '')).toMatchObject({ read: ['n1', 'n2'] })
    localStorage.clear()
    expect(keptText()).toBeNull()
  })

  test('does not grow without end', () => {
    const ids = Array.from({ length: 150 }, (_, number) => `n${number}`)
    expect(withRead(NOTHING, ids).read).toHaveLength(100)
    const gifts = ids.reduce((kept, id) => withGift(kept, { type: 'bonus', gift: aBonus({ id }) }, NOW), NOTHING).gifts
    expect(gifts.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, older) => `bonus:n${149 - older}`))
    const payments = ids.reduce((kept, id) => withPayment(kept, ended(0, { id }), NOW), NOTHING).payments
    expect(payments).toHaveLength(50)
  })
})

describe('a frame', () => {
  const FRAME = { id: 'n1', type: 'personal', title: 'A', text: 'B', event: null, identifier: null, content: { icon: 'bell', title: 'A', button: null } }

  test('without an end expires two hours after it came', () => {
    expect(isNotificationFrame(FRAME)).toBe(true)
    const notification = arrived(FRAME as never, NOW)
    expect(Date.parse(notification.expiry) - NOW).toBe(2 * HOUR_MS)
    expect(notification).toMatchObject({ groups: [], read: false })
  })

  test.each([
    { title: '' },
    { title: ' ' },
    { text: '' },
    { text: undefined },
    { id: 7 },
    { type: 'news' },
    { content: null },
    { content: { icon: 7 } },
    { content: { icon: 'bell', button: { title: 'See it' } } },
    { groups: ['21'] },
    { expiry: 'soon' },
    { created_at: 7 },
  ])('that says %j is none', (changes) => {
    expect(isNotificationFrame({ ...FRAME, ...changes })).toBe(false)
  })
})
