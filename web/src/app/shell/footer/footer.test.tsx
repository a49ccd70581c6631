import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { axeFindings } from '@/test/axe'
import type { TextPage } from '@/api/types'
import { answers } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))
vi.mock('@/platform/installPrompt', async (original) => ({ ...(await original<object>()), useInstallPrompt: () => () => undefined }))

withServer()

const CURACAO = {
  code: 'CW',
  name: 'Curaçao',
  minimum_age: 18,
  holder: { company: 'Example N.V.', number: 'EX-1', validator: 'https://validator.example/EX-1' },
  footer: { icons: ['curacao', 'adults-18', 'fair-play', 'unheard-of'], payments: ['visa', 'cheque'] },
}

function page(path: string, category: TextPage['categories'][number]) {
  const blocks = { title: path, description: '', keywords: '', json: null, 'content-main': null }
  return { id: 1, path, title: path, content: null, categories: [category], blocks, url: null, routeName: null, hidden: false }
}

test('the foot of the page has its nine parts', async () => {
  answers('/api/cms/pages', [page('/faq', 'bottom-menu-help'), page('/about', 'bottom-menu')])
  answers('/api/cms/snippets', [{ id: 'footer-copyright', content: '<p>All ours</p>', categories: ['footer-copyright'] }])
  answers('/api/payment_methods', [
    { id: 'coin', brand: 'coin', title: 'Coin' },
    { id: 'card', brand: 'visa', title: 'Card' },
  ])
  answers('/api/info/project', {
    name: 'Borealis',
    licences: [CURACAO],
    support_email: 'help@example.com',
    support: { hours: '24/7', phone: null },
    social: [{ kind: 'telegram', url: 'https://t.me/house' }],
    hosts: [],
    features: {},
    variants: {},
    has_own_variants: false,
    adventures_groups: [],
    copyright: { default: 'footer-copyright', by_group: {} },
  })
  await show('/producers')
  const footer = await screen.findByRole('contentinfo')
  const part = within(footer)
  expect(await part.findByRole('link', { name: '/faq' })).toBeDefined()
  expect(await part.findByRole('link', { name: '/about' })).toBeDefined()
  expect(await part.findByRole('link', { name: 'help@example.com' })).toBeDefined()
  expect((await part.findByRole('link', { name: /t\.me/ })).getAttribute('href')).toBe('https://t.me/house')
  expect(within(await part.findByRole('region', { name: 'Payment methods' })).getByText('Card')).toBeDefined()
  // The licence lists neither coins nor marks that nobody has drawn.
  expect(part.queryByText('Coin')).toBeNull()
  const marks = within(part.getByRole('list', { name: 'Why you can trust us' }))
  expect(marks.getAllByRole('listitem').map((mark) => mark.textContent)).toEqual(['CWCuraçao', '18+', 'Provably fair'])
  expect(part.getByText(/Example N\.V\. under licence EX-1 \(Curaçao\)/)).toBeDefined()
  expect(part.getByRole('link', { name: 'Check the licence' }).getAttribute('href')).toBe('https://validator.example/EX-1')
  expect((await part.findByRole('link', { name: 'Northlight' })).getAttribute('href')).toBe('/producers/northlight')
  expect(await part.findByText('18+')).toBeDefined()
  expect(await part.findAllByText('CW')).toHaveLength(2)
  expect(await part.findByText('All ours')).toBeDefined()
  expect(part.getByRole('button', { name: 'Install the app' })).toBeDefined()
  expect(await axeFindings(footer)).toEqual([])
})

test('a large house names all of its studios, one step after the other', async () => {
  const studios = Array.from({ length: 60 }, (_, place) => ({ id: `studio-${place}`, title: `Studio ${place}`, games_count: 1 }))
  answers('/api/games/providers', studios)
  await show('/producers')
  const strip = within(await screen.findByRole('region', { name: 'Game providers' }))
  expect(await strip.findByRole('link', { name: 'Studio 59' })).toBeDefined()
  expect(strip.getAllByRole('link').map((link) => link.textContent)).toEqual(studios.map(({ title }) => title))
})
