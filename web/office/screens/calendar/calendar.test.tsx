import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import { useState } from 'react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setMessages } from '@/i18n/messages'
import { axeFindings } from '@/test/axe'
import type { paths } from '../../api/schema'
import type { Calendar, CalendarEntry } from '../../api/types'
import { english } from '../../i18n/english'
import { CalendarView } from './CalendarPage'
import { dayAfter, monthAfter, onDay, spanOf, weeksOf } from './months'
import { calendarSearch } from './search'
import { whomOf } from './whom'

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const NOBODY = { groups: [], excluded_groups: [], countries: [], excluded_countries: [], licences: [], segment: null, players: null }

const entry = (changes: Partial<CalendarEntry>): CalendarEntry => ({
  kind: 'offer',
  id: 'SPRING',
  title: 'Spring spins',
  from: null,
  to: null,
  brands: [],
  audience: NOBODY,
  state: 'running',
  page: '/offers/SPRING',
  ...changes,
})

const at = (day: number, hour = 12): string => new Date(2026, 0, day, hour).toISOString()

const CALENDAR: Calendar = {
  entries: [
    entry({ from: at(5), to: at(7) }),
    entry({ kind: 'notice', id: 'terms', title: 'New terms', from: at(6), page: '/content/document/notices.toml' }),
    entry({ kind: 'banner', id: '3', title: 'Of another page', from: null, to: at(6, 0), page: null, brands: ['marina'] }),
  ],
  is_cut: false,
  kinds: ['offer', 'notice', 'banner'],
  brands: [
    { id: 'borealis', name: 'Borealis' },
    { id: 'marina', name: 'Marina' },
  ],
}

function shown(calendar: Calendar, view: 'month' | 'list' = 'month') {
  const asked: string[] = []
  server.use(
    http.get('/api/calendar', ({ request, response }) => {
      asked.push(new URL(request.url).searchParams.get('from') ?? '')
      return response(200).json(calendar)
    }),
  )
  function Page() {
    const [month, setMonth] = useState('2026-01')
    return <CalendarView search={{ month, view }} now={new Date(2026, 0, 5, 9).getTime()} onMonth={setMonth} />
  }
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: '/', component: Page })
  const router = createRouter({ routeTree: root.addChildren([page]), history: createMemoryHistory() })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { container } = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { container, asked }
}

test('a month has whole weeks from Monday on, in the zone of the viewer', () => {
  const weeks = weeksOf('2026-01')
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7])
  expect([weeks[0]?.[0]?.key, weeks[4]?.[6]?.key]).toEqual(['2025-12-29', '2026-02-01'])
  expect(weeks.flat().filter(({ isOfMonth }) => isOfMonth)).toHaveLength(31)
  expect(spanOf(weeks)).toEqual({ from: new Date(2025, 11, 29).toISOString(), to: new Date(2026, 1, 2).toISOString() })
  expect([monthAfter('2026-01', -1), monthAfter('2025-12', 1), dayAfter('2026-02-28', 1)]).toEqual(['2025-12', '2026-01', '2026-03-01'])
})

test('a day tells what begins, ends and goes on', () => {
  const day = (date: number) => ({ start: new Date(2026, 0, date).getTime(), end: new Date(2026, 0, date + 1).getTime() })
  const does = (date: number) => onDay(CALENDAR.entries, day(date)).map(({ entry: { id }, does }) => `${id} ${does}`)
  expect(does(4)).toEqual(['3 goes_on'])
  expect(does(5)).toEqual(['SPRING begins', '3 ends'])
  expect(does(6)).toEqual(['terms begins', 'SPRING goes_on'])
  expect(does(7)).toEqual(['SPRING ends', 'terms goes_on'])
  expect(does(8)).toEqual(['terms goes_on'])
  expect(onDay([entry({ from: at(9, 0), to: at(9, 0) })], day(9))).toHaveLength(1)
  expect(onDay([entry({ from: at(9, 0), to: at(9, 0) })], day(8))).toEqual([])
})

test('it says in words for whom something is', () => {
  expect(whomOf(entry({}), [])).toBe('Everybody')
  const audience = { ...NOBODY, groups: ['Gold'], excluded_countries: ['NO'], players: null, segment: 'New ones' }
  expect(whomOf(entry({ brands: ['marina', 'gone'], audience }), CALENDAR.brands)).toBe(
    'brands Marina, gone; segment New ones; groups Gold; without countries Norway',
  )
  expect(whomOf(entry({ audience: { ...NOBODY, players: 3 } }), [])).toBe('3 players of a list')
})

test('an address that makes no sense is the month view of everything', () => {
  expect(calendarSearch({ month: '2026-13', kind: 'party', brand: 7, view: 'week' })).toEqual({ view: 'month' })
  expect(calendarSearch({ month: '2026-12', kind: 'banner', view: 'list' })).toEqual({ month: '2026-12', kind: 'banner', view: 'list' })
})

test('the days of a month are gone through by keys, and the chosen one is told below', async () => {
  const { container, asked } = shown(CALENDAR)
  const user = userEvent.setup()
  const grid = await screen.findByRole('grid', { name: 'January 2026' })
  const today = within(grid).getByRole('button', { name: 'January 5, 2026, 2 entries, Spring spins begins, Of another page ends' })
  expect(today.getAttribute('aria-current')).toBe('date')
  const panel = screen.getByRole('region', { name: 'January 5, 2026' })
  expect(within(panel).getByRole('link', { name: 'Spring spins' }).getAttribute('href')).toBe('/offers/SPRING')
  expect(within(panel).queryByRole('link', { name: 'Of another page' })).toBeNull()
  today.focus()
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('January 6, 2026, 2 entries, New terms begins')
  await user.keyboard('{Home}{ArrowUp}{ArrowUp}')
  await screen.findByRole('grid', { name: 'December 2025' })
  await waitFor(() => expect(document.activeElement?.getAttribute('data-day')).toBe('2025-12-22'))
  expect(asked).toEqual([new Date(2025, 11, 29).toISOString(), new Date(2025, 11, 1).toISOString()])
  expect(await axeFindings(container)).toEqual([])
})

test('as a list it tells what is cut, and what is not planned', async () => {
  const { container } = shown({ ...CALENDAR, is_cut: true }, 'list')
  const list = await screen.findByRole('table', { name: 'Plans of January 2026' })
  expect(within(list).getAllByRole('row')).toHaveLength(4)
  expect(screen.getByText(/more than the first 3 entries/)).toBeDefined()
  expect(within(list).getByText('For whom')).toBeDefined()
  expect(await axeFindings(container)).toEqual([])
})

test('a month without plans says so', async () => {
  shown({ ...CALENDAR, entries: [] }, 'list')
  expect(await screen.findByText('Nothing is planned here')).toBeDefined()
})
