import { render, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { setMessages } from '@/i18n/messages'
import { axeFindings } from '@/test/axe'
import type { List } from '../../api/lists'
import type { ClientLogGroup } from '../../api/types'
import { english } from '../../i18n/english'
import { ClientLogTable } from './ClientLogTable'

beforeAll(() => setMessages('en', english))

const GROUP: ClientLogGroup = {
  level: 'error',
  code: 'GET_API_PLAYER',
  message: '500 internal',
  url: '/profile',
  release: '1a2b',
  stack: 'at loadPlayer',
  count: 1200,
  visits: 3,
  first_at: '2026-01-01T00:00:00Z',
  last_at: '2026-01-02T00:00:00Z',
}

const listOf = (rows: ClientLogGroup[]): List<ClientLogGroup> => ({
  rows,
  error: null,
  hasMore: false,
  isAskingForMore: false,
  askForMore: () => undefined,
  askAgain: () => undefined,
})

test('a row tells what happened, where, how often and since when', async () => {
  const { container } = render(<ClientLogTable list={listOf([GROUP])} />)
  for (const text of ['GET_API_PLAYER', '500 internal', 'Error', '/profile', '1a2b', '1,200', 'in 3 visits', 'at loadPlayer'])
    expect(screen.getByText(text)).toBeTruthy()
  expect(await axeFindings(container)).toEqual([])
})

test('an entry without a stack has none to open', () => {
  render(<ClientLogTable list={listOf([{ ...GROUP, stack: null, release: null, visits: 0 }])} />)
  expect(screen.queryByText('Stack')).toBeNull()
})

test('nothing found is said', () => {
  render(<ClientLogTable list={listOf([])} />)
  expect(screen.getByText('Nothing was written')).toBeTruthy()
})
