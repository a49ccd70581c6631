import type { Chat, ChatMessage } from '@/api/types'

// What a page knows of a conversation is asked for in pieces: what has come since, and what stands above. The server numbers
// the messages of a conversation one by one.

/** The number up to which no message is missing from the first known one on; undefined where none is known. */
export function lastWithoutGap(chat: Chat | undefined): number | undefined {
  const messages = chat?.conversation?.messages ?? []
  const end = messages.findIndex(({ seq }, at) => messages[at + 1]?.seq !== seq + 1)
  return messages[end]?.seq
}

/** The chat with these messages beside its own, each once, in their order. */
export function withMessages(chat: Chat, messages: readonly ChatMessage[]): Chat {
  if (!chat.conversation) return chat
  const known = new Map([...chat.conversation.messages, ...messages].map((message) => [message.seq, message]))
  return { ...chat, conversation: { ...chat.conversation, messages: [...known.values()].toSorted((a, b) => a.seq - b.seq) } }
}

/** The chat as `news` tells it: an answer with the messages above number `after`. Null where all has to be asked for. */
export function withNews(known: Chat | undefined, news: Chat, after: number | undefined): Chat | null {
  if (after === undefined) return news
  if (!known?.conversation || known.conversation.id !== news.conversation?.id) return null
  const { messages } = news.conversation
  // More has come than one answer holds: what lies between is brought as older messages are.
  if (messages[0] && messages[0].seq > after + 1) return news
  return withMessages(news, known.conversation.messages)
}

/** The chat with the messages of `older`, an answer of what stands above; as it is when that is of another conversation. */
export function withOlder(known: Chat, older: Chat): Chat {
  return known.conversation?.id === older.conversation?.id ? withMessages(known, older.conversation?.messages ?? []) : known
}
