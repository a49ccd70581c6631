import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import { useList, type List } from './lists'
import { PLAYERS } from './players'
import type { Payment, PlayedRound, PlayerMail, PlayerNote } from './types'

const ROUNDS_ON_A_PAGE = 50

const part = (id: number, name: string) => [...PLAYERS, id, name]

/** Key of the mails to a player. */
export const mailsKey = (id: number) => part(id, 'mails')

/** Key of the notes about a player. */
export const notesKey = (id: number) => part(id, 'notes')

export function usePlayerPayments(id: number): List<Payment> {
  return useList(part(id, 'payments'), async (after: string | null, signal) => {
    const { payments, next } = await call('GET', '/api/players/{id}/payments', { path: { id }, query: { after }, signal })
    return { rows: payments, next }
  })
}

/** Rounds for money, the newest first. */
export function usePlayerRounds(id: number): List<PlayedRound> {
  return useList(part(id, 'rounds'), async (page: number | null, signal) => {
    const { data, pagination } = await call('GET', '/api/players/{id}/rounds', { path: { id }, query: { page, page_size: ROUNDS_ON_A_PAGE }, signal })
    return { rows: data, next: pagination.next_page }
  })
}

export function usePlayerMails(id: number): List<PlayerMail> {
  return useList(mailsKey(id), async (after: string | null, signal) => {
    const { mails, next } = await call('GET', '/api/players/{id}/mails', { path: { id }, query: { after }, signal })
    return { rows: mails, next }
  })
}

export function usePlayerNotes(id: number): List<PlayerNote> {
  return useList(notesKey(id), async (after: string | null, signal) => {
    const { notes, next } = await call('GET', '/api/players/{id}/notes', { path: { id }, query: { after }, signal })
    return { rows: notes, next }
  })
}

/** What the player was shown of a round, to work it out again. */
export const roundQuery = (id: number, round: string) =>
  queryOptions({
    queryKey: [...part(id, 'rounds'), round],
    queryFn: ({ signal }) => call('GET', '/api/players/{id}/rounds/{round}', { path: { id, round: Number(round) }, signal }),
  })

export const giftsQuery = (id: number) =>
  queryOptions({
    queryKey: part(id, 'gifts'),
    queryFn: ({ signal }) => call('GET', '/api/players/{id}/gifts', { path: { id }, signal }),
    refetchOnWindowFocus: true,
  })

export const lootboxesQuery = (id: number) =>
  queryOptions({
    queryKey: part(id, 'lootboxes'),
    queryFn: ({ signal }) => call('GET', '/api/players/{id}/lootboxes', { path: { id }, signal }),
    refetchOnWindowFocus: true,
  })

export const linksQuery = (id: number) =>
  queryOptions({ queryKey: part(id, 'links'), queryFn: ({ signal }) => call('GET', '/api/players/{id}/links', { path: { id }, signal }) })

export const sessionsQuery = (id: number) =>
  queryOptions({
    queryKey: part(id, 'sessions'),
    queryFn: ({ signal }) => call('GET', '/api/players/{id}/sessions', { path: { id }, signal }),
    refetchOnWindowFocus: true,
  })

export const documentsOfPlayerQuery = (id: number) =>
  queryOptions({ queryKey: part(id, 'documents'), queryFn: ({ signal }) => call('GET', '/api/players/{id}/documents', { path: { id }, signal }) })

export const chatOfPlayerQuery = (id: number) =>
  queryOptions({ queryKey: part(id, 'chat'), queryFn: ({ signal }) => call('GET', '/api/players/{id}/chat', { path: { id }, signal }) })

/** Ends one session of a player, or all of them when none is named. */
export function endSessions(id: number, session: string | null, reason: string, idempotencyKey: string) {
  return session === null
    ? call('POST', '/api/players/{id}/sessions/end', { path: { id }, body: { reason }, idempotencyKey })
    : call('POST', '/api/players/{id}/sessions/{session}/end', { path: { id, session }, body: { reason }, idempotencyKey })
}

export function takeSecondFactorOff(id: number, reason: string, idempotencyKey: string) {
  return call('POST', '/api/players/{id}/second-factor-off', { path: { id }, body: { reason }, idempotencyKey })
}

export function resendMail(id: number, mail: string, reason: string, idempotencyKey: string) {
  return call('POST', '/api/players/{id}/mails/{mail}/resend', { path: { id, mail }, body: { reason }, idempotencyKey })
}

export function addNote(id: number, text: string, idempotencyKey: string) {
  return call('POST', '/api/players/{id}/notes', { path: { id }, body: { text }, idempotencyKey })
}
