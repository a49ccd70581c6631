import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useAction } from '@/api/useAction'
import { errorText } from '@/i18n/errorText'
import { currentLocale, t } from '@/i18n/messages'
import { ApiError } from '@/api/errors'
import { Icon } from '@/ui/Icon'
import { IconButton } from '@/ui/IconButton'
import { addChatMessage, CHAT, sendChatMessage } from '../api/chat'
import { dropDraft, keepDraft, useDraft } from '../model/draft'
import { PictureUpload } from './PictureUpload'

/** As long as the server takes them, in characters. */
const TEXT_MAX = 2_000

/**
 * Where the visitor writes, `player` or null for a guest: Enter sends, Shift and Enter begin a new line. What was not sent
 * stays, also after the panel was closed. A player sends pictures as well.
 */
export function ChatComposer({ player }: { player: number | null }) {
  const client = useQueryClient()
  const text = useDraft(player)
  const [problem, setProblem] = useState('')
  const [isPicking, setPicking] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const { start, isPending } = useAction({
    run: (message: string, { idempotencyKey }) => sendChatMessage(player === null, { text: message, l: currentLocale() }, idempotencyKey),
    lastingName: `chat message of ${player ?? 'a guest'}`,
    onDone: (message, sent) => {
      dropDraft(player, sent)
      addChatMessage(client, message)
      void client.invalidateQueries({ queryKey: CHAT })
    },
    onError: (error) => setProblem(error instanceof ApiError && error.status === 429 ? errorText(error) : t('chat.not_sent')),
  })
  const send = () => {
    if (text.trim() === '' || isPending) return
    setProblem('')
    void start(text)
  }
  return (
    <form
      className="border-t border-line/60 px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))]"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {problem && (
        <p role="alert" className="mb-2 flex items-center gap-2 text-sm text-danger-text">
          <Icon name="error" size={18} /> {problem}
        </p>
      )}
      {isPicking && (
        <div className="mb-2">
          <PictureUpload onSent={() => setPicking(false)} />
        </div>
      )}
      <div className="flex items-end gap-2">
        {player !== null && <IconButton icon="camera" label={t('chat.picture')} aria-expanded={isPicking} onPress={() => setPicking(!isPicking)} />}
        <textarea
          ref={field}
          rows={2}
          value={text}
          maxLength={TEXT_MAX}
          aria-label={t('chat.message')}
          placeholder={t('chat.message')}
          onChange={(event) => keepDraft(player, event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            send()
          }}
          className="max-h-40 min-h-12 min-w-0 flex-1 resize-none rounded-m border border-line bg-raised px-3.5 py-2.5 text-base text-text placeholder:text-muted md:text-sm"
        />
        <button
          type="submit"
          aria-label={t('chat.send')}
          disabled={text.trim() === '' || isPending}
          className="pressable grid size-12 shrink-0 place-items-center rounded-m bg-accent text-on-accent active:scale-95 disabled:opacity-45"
        >
          <Icon name="arrowUp" size={22} />
        </button>
      </div>
      <p className="mt-2 text-xs text-muted">{t('contact.message_help')}</p>
    </form>
  )
}
