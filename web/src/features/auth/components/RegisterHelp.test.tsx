import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { http } from '@/test/http'
import { server } from '@/test/server'
import { SignInForm } from './SignInForm'

vi.mock('@/api/captcha/useCaptcha', () => ({
  useCaptcha: () => ({ take: () => Promise.resolve('proof'), takeHard: () => Promise.resolve('hard'), prepare: () => undefined }),
}))

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  cleanup()
  server.resetHandlers()
})
afterAll(() => server.close())

/** Signs in where the server refuses with `code`. */
async function refusedWith(code: string, status: 403 | 503) {
  server.use(http.post('/api/users/sign_in', () => HttpResponse.json({ error: { code, message: '' } }, { status })))
  const form = () => <SignInForm email="" onEmail={() => undefined} onDone={() => undefined} />
  const router = createRouter({ routeTree: createRootRoute({ component: form }), history: createMemoryHistory() })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  await user.type(await screen.findByRole('textbox', { name: /E-mail/ }), 'ada@example.com')
  await user.type(screen.getByLabelText(/Password/), 'Zu9!kelmotra')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
}

test('whom the register lists reads so, with the way to help', async () => {
  await refusedWith('register_excluded', 403)
  await screen.findByText(/listed in the national self-exclusion register/)
  expect(screen.getByRole('link').getAttribute('href')).toContain('/responsible-gaming')
})

test('a register that does not answer is told as such', async () => {
  await refusedWith('register_unavailable', 503)
  await screen.findByText(/register isn't answering/)
  expect(screen.queryByRole('link')).toBeNull()
})
