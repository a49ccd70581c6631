import { queryOptions } from '@tanstack/react-query'
import { BACKGROUND } from '@/api/transport'
import { keyOfFile } from '@/api/upload'
import { call, upload } from './client'
import { useList, type List } from './lists'
import type { Chat, ChatRow, ChatState } from './types'

/** Key of everything about conversations. */
export const CHATS = ['chats']

/** How often an open page looks for new messages. */
const LOOK_MS = 5_000

/** Conversations; those that wait come first. */
export function useChats(state: ChatState): List<ChatRow> {
  const load = async (page: number | null, signal: AbortSignal) => {
    const { chats, next } = await call('GET', '/api/chats', { query: { state, page: page ?? 1 }, headers: BACKGROUND, signal })
    return { rows: chats, next }
  }
  return useList([...CHATS, 'list', state], load, LOOK_MS)
}

/** A part of a conversation before the message numbered `before`. */
export function earlierMessages(id: string, before: number) {
  return call('GET', '/api/chats/{id}', { path: { id }, query: { before } })
}

export const chatQuery = (id: string) =>
  queryOptions({
    queryKey: [...CHATS, id],
    queryFn: ({ signal }) => call('GET', '/api/chats/{id}', { path: { id }, headers: BACKGROUND, signal }),
    refetchInterval: LOOK_MS,
  })

/** Members who may answer. */
export const colleaguesQuery = queryOptions({ queryKey: [...CHATS, 'colleagues'], queryFn: ({ signal }) => call('GET', '/api/chats/colleagues', { signal }) })

export function replyInChat(id: string, text: string, idempotencyKey: string) {
  return call('POST', '/api/chats/{id}/reply', { path: { id }, body: { text }, idempotencyKey })
}

/** The largest picture that the server takes, in bytes. */
export const PICTURE_MAX = 10 * 1024 * 1024

/** Media types of pictures that the server takes; it judges by the content. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg'] as const

/** Answers with a picture in the conversation of a player. */
export function sendPictureInChat(id: string, file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<Chat> {
  return upload('/api/chats/{id}/pictures', file, { path: { id }, idempotencyKey: keyOfFile(file), onProgress, signal })
}

/** Where a picture of a conversation is. */
export const pictureInChat = (id: string, picture: string): string => `/api/chats/${encodeURIComponent(id)}/pictures/${encodeURIComponent(picture)}`

export function handChatOver(id: string, to: string, idempotencyKey: string) {
  return call('POST', '/api/chats/{id}/hand-over', { path: { id }, body: { to }, idempotencyKey })
}

export function closeChat(id: string, idempotencyKey: string) {
  return call('POST', '/api/chats/{id}/close', { path: { id }, idempotencyKey })
}
