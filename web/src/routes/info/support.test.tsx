import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { http } from '@/test/http'
import { A_PLAYER, answers, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

const SEND = '/api/send_contact_message'

const isInvalid = (name: RegExp) => screen.getByRole('textbox', { name }).getAttribute('aria-invalid') === 'true'

async function write(user: ReturnType<typeof userEvent.setup>) {
  await user.type(await screen.findByRole('textbox', { name: /Subject/ }), 'A question')
  await user.type(screen.getByRole('textbox', { name: /Message/ }), 'How do I change my seed?')
}

test('a message is sent once, with what the site knows of the player', async () => {
  const sent: unknown[] = []
  answers('/api/player', A_PLAYER)
  server.use(
    http.post(SEND, async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ id: 'number-7' }, { status: 201 })
    }),
  )
  await show('/support')
  const user = userEvent.setup()
  await write(user)
  await user.click(screen.getByRole('button', { name: 'Send message' }))
  await screen.findByText('number-7')
  expect(sent).toEqual([{ email: 'ada@example.com', name: 'ada', subject: 'A question', message: 'How do I change my seed?', captcha: null }])
})

test.each([
  ['/support?topic=data', 'A copy of my data'],
  ['/support?topic=closing', 'Please close my account'],
  ['/support?topic=toString', ''],
  ['/support', ''],
])('%s brings the form with the subject "%s"', async (address, subject) => {
  await show(address)
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /Subject/ })
  expect(field.value).toBe(subject)
})

test('what is missing is told at its field, and what the server refuses too', async () => {
  server.use(http.post(SEND, () => HttpResponse.json({ errors: { email: [{ code: 'VALIDATION.EMAIL.INVALID', message: 'No.' }] } }, { status: 422 })))
  await show('/support')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Send message' }))
  expect(isInvalid(/Message/)).toBe(true)
  await write(user)
  await user.type(screen.getByRole('textbox', { name: /Your name/ }), 'Bea')
  await user.type(screen.getByRole('textbox', { name: /mail/ }), 'bea@example.com')
  await user.click(screen.getByRole('button', { name: 'Send message' }))
  await vi.waitFor(() => expect(isInvalid(/mail/)).toBe(true))
  expect(isInvalid(/Message/)).toBe(false)
})

test('a page of that name that the operator has written stands for the form', async () => {
  const own = {
    id: 9,
    path: '/support',
    title: 'Call us',
    content: '<p>By phone.</p>',
    categories: [],
    url: null,
    routeName: null,
    hidden: false,
    blocks: { title: 'Call us', description: 'd', keywords: '', json: null, 'content-main': '<p>By phone.</p>' },
  }
  answers('/api/cms/pages', [own])
  answers('/api/cms/pages/support', own)
  await show('/support')
  await screen.findByRole('heading', { name: 'Call us' })
  expect(screen.queryByRole('button', { name: 'Send message' })).toBeNull()
})
