import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useAction } from '@/api/useAction'
import { cx } from '@/platform/cx'
import { Button } from '@/ui/Button'
import { FormLinesField } from '@/ui/form'
import { FormProblem } from '@/ui/FormProblem'
import { Alert } from '@/ui/Alert'
import { toastError } from '@/ui/toastError'
import { useSiteForm } from '@/ui/useSiteForm'
import { chatQuery, CHATS, closeChat, earlierMessages, pictureInChat, replyInChat } from '../../api/chats'
import { meQuery, useMay } from '../../api/me'
import type { Chat } from '../../api/types'
import { t } from '../../i18n/texts'
import { required, ruled } from '../../ui/formRules'
import { Loaded } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { PlayerName } from '../../ui/PlayerName'
import { Time } from '../../ui/Time'
import { Standing, visitorName } from './ChatsPage'
import { HandOverDialog } from './HandOverDialog'
import { PictureReply } from './PictureReply'
import { withEarlier } from './messages'

const route = getRouteApi('/member/chats/$id')

/** One conversation, as it goes on. */
export function ChatPage() {
  const { id } = route.useParams()
  const chat = useQuery(chatQuery(id))
  return (
    <>
      <Link to="/chats" search={{ state: 'open' }} className="mb-3 inline-block rounded-s text-sm text-link underline-offset-4 hover:underline">
        {t('chats.back')}
      </Link>
      <Loaded query={chat} isPage>
        {(found) => <Found key={found.id} chat={found} />}
      </Loaded>
    </>
  )
}

function Found({ chat }: { chat: Chat }) {
  const mayReply = useMay()('chat.reply')
  return (
    <div className="max-w-3xl">
      <PageHead
        title={visitorName(chat)}
        lead={
          <span className="inline-flex flex-wrap items-center gap-2">
            <Standing chat={chat} />
            {chat.assigned_to && <span>{t('chats.with', { name: chat.assigned_to })}</span>}
            {chat.player && <PlayerName player={chat.player} />}
          </span>
        }
        actions={mayReply && chat.state === 'open' && <Steps chat={chat} />}
      />
      <Messages chat={chat} />
      {mayReply && <Reply chat={chat} />}
    </div>
  )
}

/** Handing over and closing. */
function Steps({ chat }: { chat: Chat }) {
  const [isHandingOver, setHandingOver] = useState(false)
  const queryClient = useQueryClient()
  const onChanged = () => void queryClient.invalidateQueries({ queryKey: CHATS })
  const { start, isPending } = useAction({
    run: (_: void, { idempotencyKey }) => closeChat(chat.id, idempotencyKey),
    onDone: onChanged,
    onError: (error) => {
      toastError(error)
      onChanged()
    },
  })
  return (
    <>
      <Button size="s" variant="secondary" onPress={() => setHandingOver(true)}>
        {t('chats.hand_over')}
      </Button>
      <Button size="s" variant="secondary" pending={isPending} onPress={() => void start()}>
        {t('chats.close')}
      </Button>
      {isHandingOver && <HandOverDialog chat={chat} onDone={onChanged} onClose={() => setHandingOver(false)} />}
    </>
  )
}

/** The newest messages, with earlier ones once they were asked for. */
function Messages({ chat }: { chat: Chat }) {
  const end = useRef<HTMLDivElement>(null)
  const [older, setOlder] = useState<Pick<Chat, 'messages' | 'earlier'>>({ messages: [], earlier: chat.earlier })
  const messages = withEarlier(older.messages, chat.messages)
  const last = messages.at(-1)?.seq
  useEffect(() => end.current?.scrollIntoView({ block: 'nearest' }), [last])
  const { start, isPending } = useAction({
    run: (before: number) => earlierMessages(chat.id, before),
    // What is shown now stays, though the newest part moves on.
    onDone: (part) => setOlder({ messages: withEarlier(part.messages, messages), earlier: part.earlier }),
    onError: toastError,
  })
  const { earlier } = older
  return (
    <div role="region" aria-label={t('chats.conversation')} tabIndex={0} className="max-h-[55dvh] overflow-y-auto rounded-l border border-line bg-surface p-4">
      {earlier !== null && (
        <p className="mb-3 text-center">
          <Button size="s" variant="secondary" pending={isPending} onPress={() => void start(earlier)}>
            {t('chats.earlier')}
          </Button>
        </p>
      )}
      <ol className="space-y-3" aria-live="polite">
        {messages.map(({ seq, staff_name, text, picture, created_at }) => (
          <li key={seq} className={cx('flex flex-col', staff_name && 'items-end')}>
            {picture ? (
              <a href={pictureInChat(chat.id, picture)} target="_blank" rel="noreferrer" className="rounded-l">
                {/* As large before it has come, so that the newest message stays in sight. */}
                <img src={pictureInChat(chat.id, picture)} alt={t('chats.picture_open')} loading="lazy" className="size-40 rounded-l bg-hover object-cover" />
              </a>
            ) : (
              <p
                className={cx('max-w-[85%] rounded-l px-3 py-2 text-sm break-words whitespace-pre-wrap', staff_name ? 'bg-accent text-on-accent' : 'bg-hover')}
              >
                {text}
              </p>
            )}
            <p className="mt-1 text-xs text-muted">
              {staff_name ?? t('chats.visitor')} · <Time at={created_at} />
            </p>
          </li>
        ))}
      </ol>
      <div ref={end} />
    </div>
  )
}

function Reply({ chat }: { chat: Chat }) {
  const { data: me } = useQuery(meQuery)
  const queryClient = useQueryClient()
  const { control, formState, onSubmit, refuse, reset } = useSiteForm<{ text: string }>({
    name: 'office_reply',
    defaultValues: { text: '' },
    resolver: ruled<{ text: string }>({ text: required }),
  })
  const { start, isPending } = useAction({
    run: ({ text }: { text: string }, { idempotencyKey }) => replyInChat(chat.id, text.trim(), idempotencyKey),
    onDone: (answered) => {
      reset()
      queryClient.setQueryData(chatQuery(chat.id).queryKey, answered)
    },
    onError: (error) => {
      refuse(error, ['text'])
      void queryClient.invalidateQueries({ queryKey: CHATS })
    },
  })
  const submit = onSubmit(start)
  const isOthers = chat.state === 'open' && chat.assigned_to !== null && chat.assigned_to !== me?.name
  if (isOthers) return <Alert className="mt-4">{t('chats.others', { name: chat.assigned_to ?? '' })}</Alert>
  return (
    <div className="mt-4 space-y-4">
      <form onSubmit={(event) => void submit(event)} noValidate className="space-y-3">
        <FormLinesField
          control={control}
          name="text"
          label={t('chats.reply')}
          help={chat.state === 'closed' ? t('chats.reopens') : undefined}
          autoComplete="off"
          maxLength={2000}
          isRequired
        />
        <FormProblem text={formState.errors.root?.message} />
        <Button type="submit" pending={isPending}>
          {t('chats.send')}
        </Button>
      </form>
      {/* A guest's browser could not show it. */}
      {chat.player && <PictureReply chat={chat} />}
    </div>
  )
}
