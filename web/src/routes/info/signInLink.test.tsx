import { configure, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { answers, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()
// Each opens the whole site, whose parts come one by one.
vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 20_000 })

/** The tokens that were sent. */
let sent: unknown[]
let answer: () => Response

beforeEach(() => {
  sent = []
  answers('/api/player', {})
  server.use(
    http.post('/api/users/sign_in/link', async ({ request }) => {
      const { user } = (await request.json()) as { user: { token: string } }
      sent.push(user.token)
      return answer()
    }),
  )
})

const press = async () => {
  const user = userEvent.setup()
  await show('/autologin?token=abc')
  const button = await screen.findByRole('button', { name: 'Sign in' })
  expect(sent).toEqual([])
  await user.click(button)
  return user
}

test('a link that was used says so and leads to another one', async () => {
  answer = () => HttpResponse.json({ error: { code: 'link_over', message: '' } }, { status: 410 })
  await press()
  await screen.findByRole('heading', { name: /This link doesn.t work/ })
  expect(sent).toEqual(['abc'])
  expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe('/remind')
})

test('a second factor is asked for after the link', async () => {
  answer = () => HttpResponse.json({ two_factor_required: true }, { status: 202 })
  await press()
  await screen.findByRole('textbox', { name: /Code from the app/ })
})
