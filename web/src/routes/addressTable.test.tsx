import { act, render, screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { http } from '@/test/http'
import { A_PLAYER, answers, server } from '@/test/server'
import { open, openAddresses } from '@/test/openAddresses'
import { closeToast, Toasts } from '@/ui/toast'
import { MODAL_GUARDS, MOVED, pathOf, POPUPS } from './addressTable'
import { modalAt } from './modals'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  server.resetHandlers()
  act(() => closeToast('restricted'))
})
afterAll(() => server.close())

const RESTRICTED = { country: 'XX', licence: 'CW', locale: 'en', is_restricted: true, host: '', brand: 'Borealis' }

test.each([
  ['Main', '/'],
  ['CategoryPokiesAll', '/pokies/all'],
  ['categoryLiveAll', '/live/all'],
  ['CategoryGames', '/categories/$slug'],
  ['FavoriteGames', '/favorite-games'],
  ['Profile', '/profile'],
  ['ProfileLevels', '/profile/level'],
  ['ProfileGifts', '/profile/gifts'],
  ['ProfileVerification', '/profile/verification'],
  ['ProfileWealth', '/profile/wealth'],
  ['ProfileLimits', '/profile/limits'],
  ['ProfileSecurity', '/profile/security'],
  ['ProfileGamesHistory', '/profile/games-history'],
  ['Login', '/sign-in'],
  ['loginPage', '/login'],
  ['Registration', '/sign-up'],
  ['singUpPage', '/registration'],
  ['Remind', '/remind'],
  ['NewPassword', '/new-password'],
  ['EmailVerify', '/email-verify'],
  ['EmailConfirmation', '/confirmation'],
  ['cashboxDashboard', '/dashboard'],
  ['DepositOneClick', '/deposit-fast'],
  ['BenefitCrypto', '/benefits-of-crypto'],
  ['GameBase', '/play'],
  ['ExchangeCompoints', '/rocket-mart'],
  ['CompPoints', '/rocket-mart'],
  ['compPointsSpecial', '/rocket-mart/special'],
  ['VipAdventures', '/vip-adventures'],
  ['Lottery', '/tournaments/lotteries'],
  ['LotteryPage', '/lottery/$slug'],
  ['bettingMain', '/sport'],
  ['bettingReg', '/sport/registration'],
  ['bettingLogin', '/sport/login'],
  ['Promotions', '/promotions'],
  ['PromoPage', '/promo/$slug'],
  ['Arena', '/arena'],
  ['NamedPopup', '/popup/$name'],
  ['NewsList', '/news'],
  ['NewsPage', '/news/$article'],
  ['PaymentsPage', '/payments'],
  ['SupportPage', '/support'],
  ['OopsPage', '/oops'],
  ['UserLimitConfirm', '/profile/limits/confirm'],
  ['FeatureFlagConfiguration', '/ffc'],
  ['NoSuchRoute', undefined],
])('route %s is at %s', (name, path) => {
  expect(pathOf(name)).toBe(path)
})

describe('a page that the operator can close', () => {
  const text = (path: string) => {
    const blocks = { title: 'A season', description: '', keywords: '', json: null, 'content-main': null }
    return { id: 1, path, title: 'A season', content: '<p>Words</p>', categories: [], blocks, url: null, routeName: null, hidden: false }
  }
  beforeEach(() => answers('/api/cms/pages/promo/season', text('/promo/season')))

  test.each([
    ['/promo/season', { promo: false }, '/promotions'],
    ['/promo/season', { promo: true }, '/promo/season'],
    ['/promo/season', {}, '/promo/season'],
    ['/promotions', { promotions: false }, '/'],
    ['/promo/season', { promo: false, promotions: false }, '/'],
  ])('%s with the list %j leads to %s, and a tester to the page', async (path, pages, target) => {
    answers('/api/fe/config/manage-promotion-pages', pages)
    expect((await open(path)).shown).toBe(target)
    answers('/api/player', { ...A_PLAYER, statuses: [{ id: 'group_21' }] })
    expect((await open(path)).shown).toBe(path)
  })

  test('is open when nobody answers', async () => {
    server.use(http.get('/api/fe/config/manage-promotion-pages', () => HttpResponse.json({}, { status: 500 })))
    expect((await open('/promotions')).shown).toBe('/promotions')
  })
})

describe('a page behind a switch of the operator', () => {
  const house = (features: Record<string, boolean>) =>
    answers('/api/info/project', {
      name: 'Borealis',
      licences: [],
      support_email: '',
      hosts: [],
      features,
      variants: {},
      has_own_variants: false,
      adventures_groups: [],
      social: [],
      support: { hours: '', phone: null },
      special_slots: {},
    })

  test.each([
    [{ rocketChance: true }, '/rocket-chance'],
    [{ rocketChance: false }, '/promotions'],
    [{}, '/promotions'],
  ])('with the switches %j ends at %s', async (features, target) => {
    house(features)
    expect((await open('/rocket-chance?a=1')).shown.split('?')[0]).toBe(target)
  })

  test('is open to a tester who has switched it on for this browser', async () => {
    house({ rocketChance: false })
    localStorage.setItem('ff', JSON.stringify({ rocketChance: true }))
    answers('/api/player', { ...A_PLAYER, statuses: [{ id: 'group_21' }] })
    expect((await open('/rocket-chance')).shown).toBe('/rocket-chance')
    localStorage.removeItem('ff')
  })
})

describe('every address that leads on', () => {
  test.each(Object.entries(MOVED))('%s arrives somewhere', async (path) => {
    answers('/api/player', A_PLAYER)
    const { shown, found } = await open(path)
    expect(shown).not.toBe(path)
    expect(found).toBe(true)
  })

  test.each([
    ['/users', '/profile'],
    ['/users/games-history', '/profile/games-history'],
    ['/users/gifts', '/profile/gifts'],
  ])('%s is the same as %s', async (path, target) => {
    answers('/api/player', A_PLAYER)
    expect((await open(path)).shown).toBe(target)
  })

  test('keeps its query, before anybody is asked to sign in', async () => {
    expect((await open('/profile/password/edit?reset_password_token=t')).shown).toBe('/new-password?reset_password_token=t')
    expect((await open('/accounts/EUR/deposit')).shown).toBe('/sign-up?redirect=%2Fdeposit%3Fcurrency%3DEUR')
  })
})

describe('modals', () => {
  const addresses = [...Object.keys(MODAL_GUARDS), ...Object.keys(POPUPS).map((name) => `/popup/${name}`)]

  test.each(addresses)('%s has a screen', (path) => {
    expect(modalAt(path)).toBeDefined()
  })

  test.each(addresses)('%s opens for those whom it is for, over the page on show', async (path) => {
    const guard = modalAt(path)?.guard
    const isForPlayers = guard === 'player'
    const guest = await open('/pokies/all', path)
    expect(guest.page).toBe('/pokies/all')
    expect(guest.shown).toBe(isForPlayers ? `/sign-up?redirect=${encodeURIComponent(path)}` : path)
    answers('/api/player', A_PLAYER)
    const player = await open('/pokies/all', path)
    expect(player.shown).toBe(guard === 'guest' ? '/' : path)
  })

  test.each(addresses.filter((path) => modalAt(path)?.guard === 'anyone'))('%s is open to a guest of a restricted country', async (path) => {
    answers('/client-context', RESTRICTED)
    expect((await open('/pokies/all', path)).shown).toBe(path)
  })

  test.each([
    ...addresses.filter((path) => modalAt(path)?.guard !== 'anyone'),
    '/sport/registration',
    '/sport/login',
    '/play/northlight/solar-sails?mode=real',
  ])('%s stays closed to a guest of a restricted country, who is told why once', async (path) => {
    answers('/client-context', RESTRICTED)
    const { shown, modals } = await open('/pokies/all', path)
    expect([shown, modals]).toEqual(['/pokies/all', undefined])
    const isLogin = ['/sign-in', '/login', '/remind', '/sport/login'].includes(modalAt(path)?.path ?? path)
    render(<Toasts />)
    expect(screen.getAllByText(/isn.t available in your country/)).toHaveLength(1)
    expect(screen.getByText(isLogin ? /^Sign-in/ : /^Registration/)).toBeDefined()
  })

  test('of other screens lie over each other, those of the same screen take their place', async () => {
    answers('/api/player', A_PLAYER)
    const { modals, shown } = await open('/pokies/all', '/deposit', '/popup/profile-data')
    expect(modals).toBe('/deposit|/popup/profile-data')
    expect(shown).toBe('/popup/profile-data')
    expect((await open('/pokies/all', '/deposit', '/withdraw')).modals).toBe('/withdraw')
  })

  test('about an account take the place of each other', async () => {
    expect((await open('/pokies/all', '/new-password?reset_password_token=t', '/sign-in')).modals).toBe('/sign-in')
    expect((await open('/pokies/all', '/new-password?reset_password_token=t', '/remind')).modals).toBe('/remind')
  })

  test('go back one by one', async () => {
    answers('/api/player', A_PLAYER)
    const { history, router } = await open('/pokies/all', '/deposit', '/popup/profile-data')
    history.back()
    await router.load()
    expect(router.state.location.search.modal).toBe('/deposit')
    history.back()
    await router.load()
    expect(router.state.location.search.modal).toBeUndefined()
  })

  test('that a stack may not hold are taken out of it', async () => {
    expect((await open('/?modal=%2Fdeposit%7C%2Fsign-in')).modals).toBe('/sign-in')
    expect((await open('/?modal=%2Fnothing%7C%2Fsign-in')).modals).toBe('/sign-in')
  })

  test('by a name that none has are no address', async () => {
    expect((await open('/popup/nothing')).found).toBe(false)
    server.use(http.untyped.get('/api/cms/pages/*', () => new HttpResponse(null, { status: 404 })))
    expect((await open('/cashbox/withdraw')).found).toBe(false)
  })
})

describe('within a language', () => {
  test.each([
    ['/de/slots', '/de/pokies/all'],
    ['/de/categories/new', '/de/pokies/new'],
    ['/de/leaderboard', '/de/leaderboard'],
    ['/de/favorite-games', '/de/sign-up?redirect=%2Ffavorite-games'],
    ['/de/users/gifts', '/de/sign-up?redirect=%2Fprofile%2Fgifts'],
    ['/de/sign-in', '/de/sign-in'],
    ['/de/popup/login', '/de/popup/login'],
  ])('%s leads to %s', async (path, shown) => {
    expect((await openAddresses([path], '/de')).shown).toBe(shown)
  })

  test('a restricted guest of a page for players ends on the lobby, without a loop', async () => {
    answers('/client-context', RESTRICTED)
    expect((await openAddresses(['/de/profile'], '/de')).shown).toBe('/de')
  })
})

test('who signs in goes where they were going', async () => {
  answers('/api/player', A_PLAYER)
  expect((await open('/sign-in?redirect=%2Fprofile%2Fwallets')).shown).toBe('/profile/wallets')
  expect((await open('/sign-in?redirect=%2F%2Fevil.example')).shown).toBe('/')
})
