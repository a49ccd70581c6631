import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { currentLocale } from '@/i18n/messages'
import { filesQuery } from '../api/files'
import { Downloads } from './Downloads'

afterEach(cleanup)

test.each([
  ['terms-and-conditions', ['Terms', 'By its slug']],
  ['terms', ['Terms']],
  ['privacy', []],
])('the page %s lists the files %j', (page, titles) => {
  const client = new QueryClient()
  const file = (id: number, title: string, categories: string[]) => ({ id, title, version: '1', url: `/media/${id}.pdf`, categories })
  client.setQueryData(filesQuery(currentLocale()).queryKey, [file(1, 'Terms', ['terms']), file(2, 'By its slug', ['terms-and-conditions'])] as never)
  render(
    <QueryClientProvider client={client}>
      <Downloads page={page} />
    </QueryClientProvider>,
  )
  expect(screen.queryAllByRole('link').map((link) => link.querySelector('span')?.textContent)).toEqual(titles)
})
