import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { playerQuery } from '@/api/session/player'
import { createQueryClient } from '@/app/queryClient'
import { withServer } from '@/test/site'
import { useOverlays } from '@/ui/overlays'
import { ShellOverlays } from './ShellOverlays'

withServer()

function Opener() {
  const { openSearch } = useOverlays()
  return <button onClick={openSearch}>Open</button>
}

test('what lay over a page that was left is not there on the way back', async () => {
  const root = createRootRoute({
    component: () => (
      <ShellOverlays>
        <Opener />
      </ShellOverlays>
    ),
  })
  const page = (path: string) => createRoute({ getParentRoute: () => root, path })
  const history = createMemoryHistory({ initialEntries: ['/here'] })
  const router = createRouter({ routeTree: root.addChildren([page('/here'), page('/there')]), history })
  await router.load()
  const client = createQueryClient()
  client.setQueryData(playerQuery.queryKey, null)
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  const search = () => document.querySelector('input[type="search"]')
  fireEvent.click(screen.getByText('Open'))
  await waitFor(() => expect(search()).not.toBeNull(), { timeout: 4_000 })
  await act(() => router.navigate({ to: '/there' as '/' }))
  await waitFor(() => expect(search()).toBeNull())
  act(() => history.back())
  await waitFor(() => expect(router.state.location.pathname).toBe('/here'))
  expect(search()).toBeNull()
})
