import { useEffect, useRef, type ReactNode } from 'react'
import type { Chat, ChatMessage, Player } from '@/api/types'
import { t } from '@/i18n/messages'
import { cx } from '@/lib/cx'
import { timeText } from '../model/hours'

interface ChatMessagesProps {
  chat: Chat
  /** Null for a guest. */
  player: Player | null
  /** Unix milliseconds. */
  now: number
  /** Follows the messages. */
  children: ReactNode
}

/** What was said so far, the newest in sight. */
export function ChatMessages({ chat, player, now, children }: ChatMessagesProps) {
  const { conversation } = chat
  const end = useRef<HTMLDivElement>(null)
  const last = conversation?.messages.at(-1)?.seq
  useEffect(() => {
    const box = end.current
    if (box) box.scrollTop = box.scrollHeight
  }, [last])
  const name = player?.nickname
  return (
    // Who reads by keyboard scrolls here.
    <div ref={end} tabIndex={0} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-4 outline-offset-[-2px]">
      <p className="text-sm text-soft">{name ? t('chat.hello', { name }) : t('chat.hello_guest')}</p>
      <div role="log" aria-label={t('chat.messages')} className="mt-4">
        <ol className="space-y-3">
          {conversation?.messages.map((message) => <Bubble key={message.seq} message={message} now={now} />)}
        </ol>
      </div>
      <p role="status" className="mt-4 text-xs text-muted">
        {conversation && stateText(conversation)}
      </p>
      {children}
    </div>
  )
}

function stateText({ state, assigned_to, messages }: NonNullable<Chat['conversation']>): string {
  if (state === 'closed') return t('chat.closed')
  if (assigned_to !== null) return t('chat.answered_by', { name: assigned_to })
  return messages.length > 0 ? t('chat.waiting') : ''
}

function Bubble({ message: { from, staff_name, text, created_at }, now }: { message: ChatMessage; now: number }) {
  const isOwn = from === 'visitor'
  return (
    <li className={cx('flex flex-col', isOwn ? 'items-end' : 'items-start')}>
      <p
        dir="auto"
        className={cx('max-w-[85%] rounded-m px-3.5 py-2.5 text-sm break-words whitespace-pre-wrap', isOwn ? 'bg-accent text-on-accent' : 'bg-raised text-text')}
      >
        {text}
      </p>
      <p className="mt-1 text-xs text-muted">
        {isOwn ? t('chat.you') : staff_name} · <time dateTime={created_at}>{timeText(created_at, now)}</time>
      </p>
    </li>
  )
}
