import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { DocumentKindState, UploadedDocument, VerificationState } from '@/api/types'
import { documentsQuery } from '@/features/verification/api/documents'
import { http } from '@/test/http'
import { aPlayer, answers, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

const PATH = '/api/player/documents'

function aDocument(changes: Partial<UploadedDocument> = {}): UploadedDocument {
  return {
    id: '0199aaaa-0000-7000-8000-000000000001',
    kind: 'identity',
    state: 'pending',
    file_type: 'png',
    size_bytes: 2_000_000,
    uploaded_at: '2026-01-01T00:00:00.000Z',
    reviewed_at: null,
    reason: null,
    note: null,
    ...changes,
  }
}

function aKind(changes: Partial<DocumentKindState> = {}): DocumentKindState {
  return { kind: 'identity', required: true, state: 'not_started', can_upload: true, documents: [], ...changes }
}

function aState(changes: Partial<VerificationState> = {}): VerificationState {
  const kinds = [aKind(), aKind({ kind: 'address', required: false }), aKind({ kind: 'payment_method', required: false })]
  return {
    verified: false,
    sumsub_verified: false,
    identity_check: null,
    kinds,
    file_max_bytes: 10 * 1024 * 1024,
    unverified_cashout_cents: 200_000,
    currency: 'EUR',
    ...changes,
  }
}

beforeEach(() => answers('/api/player', aPlayer()))

const card = (name: string) => screen.findByRole('region', { name })
const chooserOf = (region: HTMLElement) => within(region).getByLabelText<HTMLInputElement>(/Choose a file$/)
const picture = (name = 'passport.png', type = 'image/png') => new File(['x'], name, { type, lastModified: 1 })

test.each([
  [false, false, "Your account isn't verified yet", /withdraw €2,000.00 in all/],
  [false, true, 'Your identity is confirmed', /Our team still has to check your documents/],
  [true, false, 'Your account is verified', /^Our team has confirmed/],
  [true, true, 'Your account is verified', /^We've confirmed who you are/],
])('verified %s and by the provider %s', async (verified, sumsub_verified, title, text) => {
  answers(PATH, aState({ verified, sumsub_verified }))
  await show('/profile/verification')
  expect(await screen.findByText(title)).toBeDefined()
  expect(await screen.findByText(text)).toBeDefined()
})

test('each kind shows how it stands, and why a document was not accepted', async () => {
  const rejected = aDocument({ state: 'rejected', reason: 'incomplete', note: 'Please send the back.' })
  answers(PATH, aState({ kinds: [aKind({ state: 'rejected', documents: [rejected] }), aKind({ kind: 'address', state: 'approved', can_upload: false })] }))
  await show('/profile/verification')
  const identity = within(await card('Proof of identity'))
  expect(identity.getAllByText('Not accepted')).toHaveLength(2)
  expect(identity.getByText(/A part of it is missing/)).toBeDefined()
  expect(identity.getByText('Please send the back.')).toBeDefined()
  const address = within(await card('Proof of address'))
  expect(address.getByText('Accepted')).toBeDefined()
  expect(address.queryByRole('button')).toBeNull()
})

test('a file is sent as it is, and the list is read again', async () => {
  answers(PATH, aState())
  const sent: { kind: string | null; type: string | null; key: string | null }[] = []
  server.use(
    http.untyped.post(PATH, ({ request }) => {
      const { headers, url } = request
      sent.push({ kind: new URL(url).searchParams.get('kind'), type: headers.get('content-type'), key: headers.get('idempotency-key') })
      answers(PATH, aState({ kinds: [aKind({ state: 'pending', documents: [aDocument()] })] }))
      return HttpResponse.json(aDocument(), { status: 201 })
    }),
  )
  await show('/profile/verification')
  await userEvent.upload(chooserOf(await card('Proof of identity')), picture())
  expect(await screen.findAllByText('In review')).toHaveLength(2)
  expect(sent).toEqual([{ kind: 'identity', type: 'application/octet-stream', key: expect.any(String) as string }])
})

test('an upload that fails says why in its place and is sent again under its key', async () => {
  answers(PATH, aState())
  const keys: (string | null)[] = []
  server.use(
    http.untyped.post(PATH, ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      const error = { code: 'unavailable', message: '' }
      return keys.length === 1 ? HttpResponse.json({ error }, { status: 503 }) : HttpResponse.json(aDocument(), { status: 201 })
    }),
  )
  await show('/profile/verification')
  const region = await card('Proof of address')
  await userEvent.upload(chooserOf(region), picture())
  const again = await within(region).findByRole('button', { name: 'Send again' })
  expect(within(region).getByRole('alert').textContent).toContain('passport.png')
  await userEvent.click(again)
  await waitFor(() => expect(within(region).queryByRole('button', { name: 'Send again' })).toBeNull())
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
})

test('what the server refuses is told at the file', async () => {
  answers(PATH, aState())
  const errors = { file: [{ code: 'VALIDATION.DOCUMENT.TYPE', message: '' }] }
  server.use(http.untyped.post(PATH, () => HttpResponse.json({ errors }, { status: 422 })))
  await show('/profile/verification')
  const region = await card('Proof of identity')
  await userEvent.upload(chooserOf(region), picture())
  expect(await within(region).findByText('Please choose a PNG or JPEG picture, or a PDF.')).toBeDefined()
  expect(within(region).queryByRole('button', { name: 'Send again' })).toBeNull()
})

test('a file that cannot be taken is not sent', async () => {
  answers(PATH, aState({ file_max_bytes: 3 }))
  await show('/profile/verification')
  const region = await card('Proof of identity')
  await userEvent.upload(chooserOf(region), new File(['four'], 'large.png', { type: 'image/png' }))
  expect(await within(region).findByText(/This file is larger than/)).toBeDefined()
  await userEvent.upload(chooserOf(region), picture('page.html', 'text/html'), { applyAccept: false })
  expect(await within(region).findByText('Please choose a PNG or JPEG picture, or a PDF.')).toBeDefined()
  expect(within(region).queryByRole('button', { name: 'Send again' })).toBeNull()
})

test('documents that do not come say so and can be asked for again', async () => {
  server.use(http.untyped.get(PATH, () => HttpResponse.json({ error: { code: 'internal', message: '' } }, { status: 500 })))
  await show('/profile/verification')
  expect(await screen.findByText("We couldn't load your documents")).toBeDefined()
  answers(PATH, aState())
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await card('Proof of identity')).toBeDefined()
})

test('a verified player carries a badge', async () => {
  answers('/api/player', aPlayer({ verified: true }))
  answers(PATH, aState({ verified: true }))
  await show('/profile/verification')
  expect(await screen.findByText('Verified')).toBeDefined()
})

/** An upload that arrives when it is let through. */
function heldUpload() {
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => (letThrough = resolve))
  const received = vi.fn()
  server.use(
    http.untyped.post(PATH, async ({ request }) => {
      received()
      await held
      return request.signal.aborted ? HttpResponse.error() : HttpResponse.json(aDocument(), { status: 201 })
    }),
  )
  return { letThrough: () => letThrough(), received }
}

test('the keyboard stays at the place of the upload while it runs and when it is canceled', async () => {
  answers(PATH, aState())
  heldUpload()
  await show('/profile/verification')
  const region = await card('Proof of identity')
  const choose = within(region).getByRole('button', { name: 'Choose a file' })
  choose.focus()
  // The dialog of the browser gives the focus back to where it was.
  fireEvent.change(chooserOf(region), { target: { files: [picture()] } })
  expect(await within(region).findByRole('progressbar')).toBeDefined()
  expect(document.activeElement).toBe(choose)
  await userEvent.click(within(region).getByRole('button', { name: 'Stop sending' }))
  await waitFor(() => expect(within(region).queryByRole('progressbar')).toBeNull())
  expect(document.activeElement).toBe(choose)
  fireEvent.change(chooserOf(region), { target: { files: [picture('second.png')] } })
  expect(await within(region).findByRole('button', { name: 'Stop sending' })).toBeDefined()
})

test('the keyboard comes back to the place of the upload when that ends under it', async () => {
  answers(PATH, aState())
  const { letThrough } = heldUpload()
  await show('/profile/verification')
  const region = await card('Proof of identity')
  const choose = within(region).getByRole('button', { name: 'Choose a file' })
  fireEvent.change(chooserOf(region), { target: { files: [picture()] } })
  const cancel = await within(region).findByRole('button', { name: 'Stop sending' })
  cancel.focus()
  letThrough()
  await waitFor(() => expect(within(region).queryByRole('progressbar')).toBeNull())
  expect(document.activeElement).toBe(choose)
})

test('an upload goes on when the list says meanwhile that no more are taken', async () => {
  answers(PATH, aState())
  const { letThrough, received } = heldUpload()
  const { queryClient } = await show('/profile/verification')
  const region = await card('Proof of identity')
  await userEvent.upload(chooserOf(region), picture())
  await waitFor(() => expect(received).toHaveBeenCalledOnce())
  answers(PATH, aState({ kinds: [aKind({ state: 'pending', can_upload: false, documents: [aDocument({ id: 'other' })] })] }))
  await queryClient.invalidateQueries({ queryKey: documentsQuery.queryKey })
  expect(await within(region).findByText('In review', { selector: 'li *' })).toBeDefined()
  expect(within(region).getByRole('progressbar')).toBeDefined()
  letThrough()
  expect(await screen.findByText("Thank you. We'll look at it and write to you.")).toBeDefined()
  await waitFor(() => expect(within(region).queryByRole('group')).toBeNull())
})
