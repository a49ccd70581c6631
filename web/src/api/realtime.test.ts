import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { reload } from './realtime'

/** A watched query whose answers are given by hand, the oldest question first. */
function watched() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const asked: ((answer: string) => void)[] = []
  const queryFn = () => new Promise<string>((resolve) => asked.push(resolve))
  new QueryObserver(client, { queryKey: ['list', 1], queryFn, staleTime: Infinity }).subscribe(() => undefined)
  return { client, asked, shown: () => client.getQueryData(['list', 1]) }
}

test('a first load that is under way is repeated once it has come', async () => {
  const { client, asked, shown } = watched()
  expect(asked).toHaveLength(1)
  reload(client, [['list']])
  asked[0]?.('before the change')
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  asked[1]?.('after the change')
  await vi.waitFor(() => expect(shown()).toBe('after the change'))
  expect(asked).toHaveLength(2)
})

test('a later load that is under way gives way to the one asked last', async () => {
  const { client, asked, shown } = watched()
  asked[0]?.('first')
  await vi.waitFor(() => expect(shown()).toBe('first'))
  reload(client, [['list']])
  reload(client, [['list']])
  await vi.waitFor(() => expect(asked).toHaveLength(3))
  asked[2]?.('last')
  asked[1]?.('in between')
  await vi.waitFor(() => expect(shown()).toBe('last'))
})
