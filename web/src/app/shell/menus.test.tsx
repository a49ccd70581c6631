import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import type { TextPage } from '@/api/types'
import { http } from '@/test/http'
import { A_PLAYER, answers, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

const MENU = '/api/fe/config/menu-categories-games'
const item = (id: string, path: string) => ({ id, title: `nav.${id}`, icon: id, path, group_ids: [] })

function page(path: string, changes: Partial<TextPage>): TextPage {
  const blocks = { title: path, description: '', keywords: '', json: null, 'content-main': null }
  return { id: 1, path, title: path, content: null, categories: ['top-menu'], blocks, url: null, routeName: null, hidden: false, ...changes }
}

async function mainNavigation() {
  await show('/payments')
  return screen.findByRole('navigation', { name: 'Main' })
}

const hrefs = (nav: HTMLElement) =>
  within(nav)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))

test('the menu follows the operator’s list, without what holds no games', async () => {
  answers(MENU, [
    item('providers', '/producers'),
    item('new', '/pokies/new'),
    item('crash', '/pokies/crash'),
    item('live', '/live/all'),
    item('odd', '/payments'),
  ])
  const nav = await mainNavigation()
  await within(nav).findByRole('link', { name: 'odd' })
  expect(hrefs(nav)).toEqual(['/producers', '/pokies/new', '/payments'])
})

test('texts of the top menu join it, each at the address that it names', async () => {
  answers('/api/cms/pages', [
    page('/about', { title: 'About' }),
    page('/help', { title: 'Help', routeName: 'SupportPage' }),
    page('/forum', { title: 'Forum', url: 'https://forum.example/' }),
    page('/secret', { title: 'Secret', hidden: true }),
    page('/footer', { title: 'Footer', categories: ['bottom-menu'] }),
  ])
  const nav = await mainNavigation()
  await within(nav).findByRole('link', { name: 'Forum', hidden: true })
  expect(hrefs(nav).slice(-3)).toEqual(['/about', '/support', 'https://forum.example/'])
})

test('menus lead to sports where there is a sports site that is open', async () => {
  answers('/api/fe/config/betting-config', ['sport.borealis.example'])
  await show('/payments')
  expect((await screen.findByRole('link', { name: 'Sports' })).getAttribute('href')).toBe('/sport')
})

test.each([
  ['is no sports site', [], {}],
  ['are hosts but the operator has closed sports', ['sport.borealis.example'], { sport: false }],
])('no menu leads to sports where there %s', async (_, hosts, open) => {
  answers('/api/fe/config/betting-config', hosts)
  answers('/api/fe/config/manage-promotion-pages', open)
  await show('/payments')
  await screen.findByRole('link', { name: 'Promotions' })
  expect(screen.queryByRole('link', { name: 'Sports' })).toBeNull()
})

test('the site works without any of the calls that steer it, and says nothing of it', async () => {
  const broken = () => HttpResponse.json({ error: { code: 'internal', message: '' } }, { status: 500 })
  server.use(
    ...['/api/fe/config/*', '/api/cms/*', '/api/info/*', '/client-context', '/api/player'].flatMap((path) => [
      http.untyped.get(path, broken),
      http.untyped.post(path, broken),
    ]),
  )
  await show('/')
  expect(await screen.findByRole('heading', { level: 1 })).toBeDefined()
  expect(await screen.findByRole('navigation', { name: 'Main' })).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test.each(['/api/fe/config/*', '/api/cms/*', '/api/info/*', '/client-context', '/api/player', '/api/player/settings'])(
  'the site works without %s',
  async (path) => {
    server.use(http.untyped.get(path, () => HttpResponse.json({}, { status: 500 })))
    await show('/payments')
    expect(await screen.findByRole('heading', { level: 1, name: 'Payment methods' })).toBeDefined()
  },
)

test.each([
  ['a guest', {}],
  ['a player', { ...A_PLAYER, created_at: '2026-01-01T00:00:00.000Z' }],
])('%s finds help by people in the header', async (_, player) => {
  answers('/api/player', player)
  await show('/payments')
  await screen.findByRole('navigation', { name: 'Main' })
  await waitFor(() =>
    expect([...document.querySelectorAll('header a')].map((link) => link.getAttribute('href'))).toContain('id' in player ? '/deposit' : '/sign-in'),
  )
  expect(document.querySelector('header a[href="/support"]')?.getAttribute('aria-label')).toBe('Support')
})
