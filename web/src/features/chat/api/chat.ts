import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { request } from '@/api/client'
import { ApiError } from '@/api/errors'
import { PLAYER_SCOPE } from '@/api/keys'
import { STALE_MS } from '@/api/staleTimes'
import { BACKGROUND } from '@/api/transport'
import type { Chat, ChatMessage } from '@/api/types'
import { keyOfFile, upload } from '@/api/upload'
import { forgetGuestRestoreId, guestRestoreId, keepGuestRestoreId } from '../model/guest'
import { lastWithoutGap, withMessages, withNews, withOlder } from '../model/known'

/** The conversations with support that this page knows. */
export const CHAT = [PLAYER_SCOPE, 'chat'] as const

/** How a guest's browser names its conversation; a player's session does without. */
function guestHeaders(): Record<string, string> {
  const restoreId = guestRestoreId()
  return restoreId === null ? {} : { 'X-Chat-Restore-Id': restoreId }
}

/** The chat of the player who is here, null for a guest, with the newest messages. */
export function chatQuery(player: number | null) {
  return queryOptions({
    queryKey: [...CHAT, player],
    // A page asks by itself when something has changed: that is no presence of the player.
    queryFn: async ({ client, queryKey, signal }) => {
      const look = (after?: number) => request('GET', '/api/chat', { query: { after }, headers: { ...BACKGROUND, ...guestHeaders() }, signal })
      const after = lastWithoutGap(client.getQueryData<Chat>(queryKey))
      const news = await look(after)
      // What stands above may have come meanwhile.
      return withNews(client.getQueryData<Chat>(queryKey), news, after) ?? look()
    },
    staleTime: STALE_MS.live,
  })
}

/** Brings the messages that stand above the first that is known; answers whether there were any. */
export async function loadOlderMessages(client: QueryClient, player: number | null): Promise<boolean> {
  const { queryKey } = chatQuery(player)
  const before = client.getQueryData(queryKey)?.conversation?.messages[0]?.seq
  if (before === undefined) return false
  const older = await request('GET', '/api/chat', { query: { before }, headers: guestHeaders() })
  client.setQueryData(queryKey, (known) => (known ? withOlder(known, older) : known))
  return (older.conversation?.messages.length ?? 0) > 0
}

/** Writes to support in the language of the page. A guest's browser gets a restore id first, which it keeps. */
export async function sendChatMessage(isGuest: boolean, message: { text: string; l: string }, idempotencyKey: string): Promise<ChatMessage> {
  const send = () => request('POST', '/api/chat/messages', { body: message, headers: guestHeaders(), idempotencyKey })
  if (!isGuest) return send()
  if (guestRestoreId() === null) await beginAsGuest(null)
  const restoreId = guestRestoreId()
  try {
    return await send()
  } catch (error) {
    // The restore id that the browser keeps is not of this installation, or its conversation is full.
    if (!(error instanceof ApiError) || error.code !== 'invalid_state') throw error
    await beginAsGuest(restoreId)
    // The server lets go of the key of a call that it refuses. Under another key, a lost answer would be a second message.
    return send()
  }
}

/** The largest picture that the server takes, in bytes. */
export const PICTURE_MAX = 10 * 1024 * 1024

/** Media types of pictures that the server takes; it judges by the content. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg'] as const

/** Sends a picture to support. A player's alone: a guest's browser could not show it. */
export function sendChatPicture(file: File, l: string, onProgress: (share: number) => void, signal: AbortSignal): Promise<ChatMessage> {
  return upload('/api/chat/pictures', file, { query: { l }, idempotencyKey: keyOfFile(file), onProgress, signal })
}

/** Where a picture of the conversation is, for the player alone. */
export const pictureAddress = (id: string): string => `/api/chat/pictures/${encodeURIComponent(id)}`

/** Gets the guest a restore id in place of `former`, unless another tab has done so meanwhile: both go on with one id. */
async function beginAsGuest(former: string | null): Promise<void> {
  const { restore_id: restoreId } = await request('POST', '/api/chat/guests')
  if (guestRestoreId() === former) keepGuestRestoreId(restoreId)
}

/** Puts a message that was sent into what is known of the chat; one that is known already changes nothing. */
export function addChatMessage(client: QueryClient, message: ChatMessage): void {
  client.setQueriesData<Chat>({ queryKey: CHAT }, (chat) => {
    return chat?.conversation ? withMessages(chat, [message]) : chat
  })
}

/** Marks the messages up to `seq` as read on all devices. */
export async function markChatRead(client: QueryClient, seq: number): Promise<void> {
  client.setQueriesData<Chat>({ queryKey: CHAT }, (chat) => (chat?.conversation ? { ...chat, conversation: { ...chat.conversation, unread_count: 0 } } : chat))
  await request('POST', '/api/chat/read', { body: { seq }, headers: guestHeaders() })
}

/** Has the conversation mailed to the player. */
export async function mailTranscript(idempotencyKey: string): Promise<void> {
  await request('POST', '/api/chat/transcript', { idempotencyKey })
}

/** Makes the conversation that this browser's guest has had the player's who has signed in. */
export async function claimGuestChat(client: QueryClient): Promise<void> {
  const restoreId = guestRestoreId()
  if (restoreId === null) return
  await keepRestoreId(restoreId)
  forgetGuestRestoreId()
  // A first answer that is under way may not know the conversation yet, and is not asked for anew while it is.
  await client.cancelQueries({ queryKey: CHAT })
  await client.invalidateQueries({ queryKey: CHAT })
}

/** What the chat of the player's browsers goes on with; null for a guest. */
export async function restoreIdOfPlayer(): Promise<string | null> {
  return (await request('POST', '/restore-id/get')).restore_id
}

/** Keeps it for every device of the player. */
export async function keepRestoreId(restoreId: string): Promise<void> {
  await request('POST', '/restore-id/set', { body: { restore_id: restoreId } })
}
