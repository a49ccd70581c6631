import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { setMessages } from '@/i18n/messages'
import { axeFindings } from '@/test/axe'
import type { paths } from '../../api/schema'
import type { Coupon, CouponChoices } from '../../api/types'
import { english } from '../../i18n/english'
import { CouponDialog } from './CouponDialog'

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const CHOICES: CouponChoices = {
  offers: [
    { code: 'WELCOME', title: 'Welcome bonus', kind: 'deposit' },
    { code: 'SPINS', title: '10 free spins', kind: 'gift' },
  ],
  groups: [{ id: 21, name: 'Testers' }],
}

const UNTIL = '2099-01-01T10:00'

function shown() {
  const onClose = vi.fn()
  server.use(http.get('/api/coupon-choices', ({ response }) => response(200).json(CHOICES)))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <CouponDialog onClose={onClose} />
    </QueryClientProvider>,
  )
  return { onClose }
}

async function fill(code: string) {
  const user = userEvent.setup()
  await user.type(await screen.findByRole('textbox', { name: /^Code/ }), code)
  fireEvent.change(screen.getByLabelText(/^Valid until/), { target: { value: UNTIL } })
  await user.type(screen.getByRole('textbox', { name: /^Reason/ }), 'spring')
  return user
}

test('a coupon is made of an offer, a time and groups', async () => {
  const { onClose } = shown()
  const sent: unknown[] = []
  server.use(
    http.post('/api/coupons', async ({ request, response }) => {
      const body = await request.json()
      sent.push(body)
      return response(201).json({ code: body.code } as Coupon)
    }),
  )
  const user = await fill('SPRING')
  await user.click(screen.getByRole('checkbox', { name: 'Testers (21)' }))
  expect(await axeFindings(document.body)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Make' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent).toEqual([
    { code: 'SPRING', offer: 'SPINS', valid_from: null, valid_until: new Date(UNTIL).toISOString(), uses_max: null, groups: [21], reason: 'spring' },
  ])
})

test('a code that is taken is told at its field', async () => {
  const { onClose } = shown()
  server.use(
    http.untyped.post('/api/coupons', () => HttpResponse.json({ errors: { code: [{ code: 'VALIDATION.CODE.TAKEN', message: 'Taken.' }] } }, { status: 422 })),
  )
  const user = await fill('WELCOME')
  await user.click(screen.getByRole('button', { name: 'Make' }))
  expect(await screen.findByText('An offer or another coupon has this code.')).toBeDefined()
  expect(onClose).not.toHaveBeenCalled()
})
