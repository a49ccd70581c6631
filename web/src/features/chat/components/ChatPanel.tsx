import { useState, type ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import type { Chat, Player } from '@/api/types'
import { t } from '@/i18n/messages'
import { closeChat } from '@/domain/chat'
import { useMediaQuery } from '@/platform/useMediaQuery'
import { useNow } from '@/platform/useNow'
import { useBlocking } from '@/ui/blocking'
import { FailedState } from '@/ui/FailedState'
import { IconButton } from '@/ui/IconButton'
import { SCRIM } from '@/ui/scrim'
import { Skeleton } from '@/ui/Skeleton'
import { useDraft } from '../model/draft'
import { hoursText } from '../model/hours'
import { ChatComposer } from './ChatComposer'
import { ChatMessages } from './ChatMessages'
import { TranscriptButton } from './TranscriptButton'

const MINUTE_MS = 60_000

interface ChatPanelProps {
  chat: Chat | undefined
  hasFailed: boolean
  onRetry: () => void
  /** Null for a guest. */
  player: Player | null
  /** A game is on: it pauses under a modal. */
  isOverGame: boolean
  awayForm: ReactNode
}

/** The open chat: a sheet as high as the screen on phones and over games, elsewhere a panel in the corner beside the page. */
export function ChatPanel({ isOverGame, ...props }: ChatPanelProps) {
  const isWide = useMediaQuery('(width >= 768px)')
  return isWide && !isOverGame ? <Corner {...props} /> : <Sheet {...props} />
}

function Sheet(props: Omit<ChatPanelProps, 'isOverGame'>) {
  useBlocking(true)
  return (
    <ModalOverlay isOpen onOpenChange={(open) => !open && closeChat()} isDismissable className={SCRIM}>
      <Modal className="fixed inset-x-0 top-0 flex h-(--visual-viewport-height) animate-rise flex-col bg-surface md:inset-x-auto md:right-0 md:w-[420px] md:border-l md:border-line">
        <AriaDialog aria-label={t('chat.title')} className="flex min-h-0 flex-1 flex-col outline-none">
          <Content {...props} />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

function Corner(props: Omit<ChatPanelProps, 'isOverGame'>) {
  return (
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions -- Escape closes a dialog wherever the focus is in it.
    <div
      role="dialog"
      aria-label={t('chat.title')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') closeChat()
      }}
      className="fixed right-6 bottom-[calc(var(--bottom-bar-height)+var(--bottom-cards-height)+24px)] z-35 flex h-[min(620px,calc(100dvh-var(--header-height)-var(--bottom-bar-height)-var(--bottom-cards-height)-48px))] w-[380px] animate-rise flex-col overflow-hidden rounded-l border border-line bg-surface shadow-soft"
    >
      <Content {...props} />
    </div>
  )
}

function Content({ chat, hasFailed, onRetry, player, awayForm }: Omit<ChatPanelProps, 'isOverGame'>) {
  const now = useNow(MINUTE_MS)
  const isAway = chat?.hours.is_open === false
  const id = player?.id ?? null
  const hasDraft = useDraft(id) !== ''
  const [isWriting, setWriting] = useState(false)
  // Whoever is writing when the hours end finishes the message here.
  if (isAway && hasDraft && !isWriting) setWriting(true)
  return (
    <>
      {/* A header element would be a second banner of the page. */}
      <div className="flex items-start gap-2 border-b border-line/60 py-3 pr-2 pl-5">
        <div className="min-w-0 flex-1 py-1">
          <h2 className="truncate text-base font-semibold">{t('chat.title')}</h2>
          {chat && <p className="text-xs text-soft">{hoursText(chat.hours, now)}</p>}
        </div>
        {Boolean(player?.confirmed_at) && chat?.conversation && <TranscriptButton />}
        <IconButton icon="close" label={t('chat.minimise')} onPress={closeChat} />
      </div>
      {chat ? (
        <>
          <ChatMessages chat={chat} player={player} now={now}>
            {isAway && (
              <div className="mt-5 border-t border-line/60 pt-5">
                <p className="mb-4 text-sm text-soft">{t('chat.leave_message')}</p>
                {awayForm}
              </div>
            )}
          </ChatMessages>
          {(!isAway || isWriting) && <ChatComposer player={id} />}
        </>
      ) : (
        <div className="flex-1 p-5">
          {hasFailed ? <FailedState title={t('chat.failed')} onRetry={onRetry} level={3} /> : <Skeleton className="h-16 w-3/4" />}
        </div>
      )}
    </>
  )
}
