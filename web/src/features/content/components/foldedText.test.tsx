import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { snippetsQuery } from '../api/snippets'
import { FoldedText } from './FoldedText'

let height: number
let measured: ReturnType<typeof vi.fn<() => number>>

beforeEach(() => {
  height = 900
  measured = vi.fn(() => height)
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(measured)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const more = () => screen.queryByRole('button')
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

test('a text is measured once when a window that is dragged has come to rest', async () => {
  const client = new QueryClient()
  client.setQueryData(snippetsQuery('en').queryKey, [{ id: 'a', categories: ['lobby'], content: '<p>Long.</p>' }])
  const router = createRouter({ routeTree: createRootRoute({ component: () => <FoldedText place="lobby" /> }), history: createMemoryHistory() })
  await router.load()
  vi.useFakeTimers()
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  expect(more()).not.toBeNull()
  measured.mockClear()
  height = 200
  for (let event = 0; event < 10; event += 1) {
    window.dispatchEvent(new Event('resize'))
    pass(10)
  }
  pass(139)
  expect(measured).not.toHaveBeenCalled()
  pass(1)
  expect(measured).toHaveBeenCalledOnce()
  expect(more()).toBeNull()
})
