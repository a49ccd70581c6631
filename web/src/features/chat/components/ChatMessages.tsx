import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { Chat, ChatMessage, Player } from '@/api/types'
import { t } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { Button } from '@/ui/Button'
import { loadOlderMessages, pictureAddress } from '../api/chat'
import { timeText } from '../model/hours'

/** So near the first message older ones are asked for, in pixels. */
const OLDER_AT_PX = 120

interface ChatMessagesProps {
  chat: Chat
  /** Null for a guest. */
  player: Player | null
  /** Unix milliseconds. */
  now: number
  /** Follows the messages. */
  children: ReactNode
}

/** What was said so far, the newest in sight; older messages come by scrolling up. */
export function ChatMessages({ chat, player, now, children }: ChatMessagesProps) {
  const { conversation } = chat
  const messages = conversation?.messages
  const box = useScroll(messages?.[0]?.seq, messages?.at(-1)?.seq)
  const older = useOlder(conversation, player?.id ?? null)
  const name = player?.nickname
  const onScroll = () => {
    if ((box.current?.scrollTop ?? 0) < OLDER_AT_PX) older.load()
  }
  return (
    // Who reads by keyboard scrolls here.
    <div
      ref={box}
      role="group"
      aria-label={t('chat.title')}
      onScroll={onScroll}
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-4 outline-offset-[-2px]"
    >
      <p className="text-sm text-soft">{name ? t('chat.hello', { name }) : t('chat.hello_guest')}</p>
      {older.isThere && (
        <Button variant="ghost" size="s" wide pending={older.isLoading} onPress={older.load} className="mt-3">
          {t('chat.older')}
        </Button>
      )}
      <div role="log" aria-label={t('chat.messages')} aria-busy={older.isLoading} className="mt-4">
        <ol className="space-y-3">
          {conversation?.messages.map((message) => (
            <Bubble key={message.seq} message={message} now={now} />
          ))}
        </ol>
      </div>
      <p role="status" className="mt-4 text-xs text-muted">
        {conversation && stateText(conversation)}
      </p>
      {children}
    </div>
  )
}

/** What stands above the first message that is known: whether there is anything, and what brings it. */
function useOlder(conversation: Chat['conversation'], player: number | null) {
  const client = useQueryClient()
  const first = conversation?.messages[0]?.seq ?? 1
  const [isLoading, setLoading] = useState(false)
  /** The message above which the server had nothing any more: it keeps only so many. */
  const [topSeq, setTopSeq] = useState(1)
  const isThere = first > topSeq
  const load = () => {
    if (!isThere || isLoading) return
    setLoading(true)
    loadOlderMessages(client, player)
      .then((hadAny) => !hadAny && setTopSeq(first))
      // Whoever wants them scrolls or presses again.
      .catch(() => undefined)
      .finally(() => setLoading(false))
  }
  return { isThere, isLoading, load }
}

/** The box of the messages: shows the newest as it comes, and keeps what is read in its place while others come above. */
function useScroll(first: number | undefined, last: number | undefined): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef({ first, height: 0 })
  useEffect(() => {
    const { current } = box
    if (current) current.scrollTop = current.scrollHeight
  }, [last])
  useLayoutEffect(() => {
    const { current } = box
    if (!current) return
    const added = current.scrollHeight - before.current.height
    if (first !== undefined && before.current.first !== undefined && first < before.current.first) current.scrollTop += added
    before.current = { first, height: current.scrollHeight }
  })
  return box
}

function stateText({ state, assigned_to, messages }: NonNullable<Chat['conversation']>): string {
  if (state === 'closed') return t('chat.closed')
  if (assigned_to !== null) return t('chat.answered_by', { name: assigned_to })
  return messages.length > 0 ? t('chat.waiting') : ''
}

function Bubble({ message: { from, staff_name, text, picture, created_at }, now }: { message: ChatMessage; now: number }) {
  const isOwn = from === 'visitor'
  return (
    <li className={cx('flex flex-col', isOwn ? 'items-end' : 'items-start')}>
      {picture ? (
        <a href={pictureAddress(picture)} target="_blank" rel="noreferrer" className="rounded-m">
          {/* As large before it has come, so that the newest message stays in sight. */}
          <img src={pictureAddress(picture)} alt={t('chat.picture_open')} loading="lazy" className="size-40 rounded-m bg-raised object-cover" />
        </a>
      ) : (
        <p
          dir="auto"
          className={cx(
            'max-w-[85%] rounded-m px-3.5 py-2.5 text-sm break-words whitespace-pre-wrap',
            isOwn ? 'bg-accent text-on-accent' : 'bg-raised text-text',
          )}
        >
          {text}
        </p>
      )}
      <p className="mt-1 text-xs text-muted">
        {isOwn ? t('chat.you') : staff_name} · <time dateTime={created_at}>{timeText(created_at, now)}</time>
      </p>
    </li>
  )
}
