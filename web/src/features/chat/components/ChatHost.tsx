import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMatches } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode, type Ref } from 'react'
import { useClientContext } from '@/api/session/clientContext'
import { usePlayer } from '@/api/session/player'
import type { Chat, Player } from '@/api/types'
import { currentLocale, t } from '@/i18n/messages'
import { chatOpener, closeChat, openChat, useIsChatOpen } from '@/domain/chat'
import { logError } from '@/platform/log'
import { useIsTabVisible } from '@/platform/useIsTabVisible'
import { useIsBlocked } from '@/ui/blocking'
import { Icon } from '@/ui/Icon'
import { showToast } from '@/ui/toast'
import { chatQuery, claimGuestChat, keepRestoreId, markChatRead, restoreIdOfPlayer } from '../api/chat'
import { claimGuestDraft } from '../model/draft'
import { guestRestoreId } from '../model/guest'
import { outsideWidget } from '../model/outside'
import { startOf } from '../model/start'
import { ChatPanel } from './ChatPanel'

/** How often the chat is asked for: a guest has no socket for it, and a player's may be down. */
const POLL_MS = { guestOpen: 4_000, guest: 30_000, playerOpen: 15_000 }

/** The chat of every page: a button while a conversation is on, and the panel. `awayForm` takes messages outside of its hours. */
export function ChatHost({ awayForm }: { awayForm: ReactNode }) {
  const player = usePlayer()
  const isRestricted = useClientContext()?.is_restricted ?? true
  // Where the site may not be used, nothing of it reaches out to the visitor.
  if (player === undefined || (player === null && isRestricted)) return null
  return <ChatOf key={player?.id} player={player} awayForm={awayForm} />
}

function ChatOf({ player, awayForm }: { player: Player | null; awayForm: ReactNode }) {
  const client = useQueryClient()
  const isOpen = useIsChatOpen()
  const isInGame = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.frame === 'game') })
  const isGuest = player === null
  const pause = isGuest ? (isOpen ? POLL_MS.guestOpen : POLL_MS.guest) : isOpen && POLL_MS.playerOpen
  const isWanted = isOpen || !isGuest || guestRestoreId() !== null
  const { data: chat, isError, refetch } = useQuery({ ...chatQuery(player?.id ?? null), enabled: isWanted, refetchInterval: pause })

  const playerId = player?.id
  useEffect(() => {
    if (playerId === undefined) return
    claimGuestDraft(playerId)
    // A call that fails is logged there, and tried again with the next page.
    void claimGuestChat(client).catch(() => undefined)
  }, [client, playerId])
  // No game starts under the panel.
  useEffect(() => {
    if (isInGame) closeChat()
  }, [isInGame])
  useRead(chat, isOpen)
  useOutside(chat, player, isOpen)
  const button = useFocusReturn(isOpen)

  if (chat?.provider === 'outside') return null
  if (isOpen) return <ChatPanel chat={chat} hasFailed={isError} onRetry={() => void refetch()} player={player} isOverGame={isInGame} awayForm={awayForm} />
  return isInGame ? null : <ChatButton chat={chat} button={button} />
}

/** Who closes the chat goes on where they were, or at the button that opens it again; answers the ref of the button. */
function useFocusReturn(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    const isClosed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    // Who has gone on elsewhere on the page meanwhile stays there.
    if (!isClosed || document.activeElement !== document.body) return
    for (const place of [chatOpener(), button.current]) {
      place?.focus()
      if (place && document.activeElement === place) return
    }
  }, [isOpen])
  return button
}

/** What the open panel shows counts as read, once its tab is in front. */
function useRead(chat: Chat | undefined, isOpen: boolean): void {
  const client = useQueryClient()
  const isVisible = useIsTabVisible()
  const isSeen = isOpen && isVisible
  const unread = chat?.conversation?.unread_count ?? 0
  const seq = chat?.conversation?.messages.at(-1)?.seq
  useEffect(() => {
    if (!isSeen || unread === 0 || seq === undefined) return
    // What stays unread on the server is marked by the next look.
    void markChatRead(client, seq).catch(() => undefined)
  }, [client, isSeen, unread, seq])
}

/** Opens the widget of the outside provider instead of the panel. */
function useOutside(chat: Chat | undefined, player: Player | null, isOpen: boolean): void {
  const url = chat?.script_url
  const group = chat?.group
  useEffect(() => {
    if (!isOpen || !url || group === undefined) return
    closeChat()
    const start = startOf(player, currentLocale(), group)
    const keep = (restoreId: string) => void keepRestoreId(restoreId).catch(() => undefined)
    Promise.all([outsideWidget(url), restoreIdOfPlayer()]).then(
      ([widget, restoreId]) => widget.open({ ...start, restoreId, keepRestoreId: player ? keep : () => undefined }),
      (error: unknown) => {
        logError('CHAT_ERROR', error)
        showToast('reject', t('chat.failed'))
      },
    )
  }, [isOpen, url, group, player])
}

/** Leads back to a conversation that is on, and says how much of it is unread. */
function ChatButton({ chat, button }: { chat: Chat | undefined; button: Ref<HTMLButtonElement> }) {
  const isBlocked = useIsBlocked()
  const conversation = chat?.conversation
  const unread = conversation?.unread_count ?? 0
  const isOn = Boolean(conversation) && (conversation?.state === 'open' || unread > 0)
  const news = unread > 0 ? t('chat.unread', { count: unread }) : ''
  return (
    <>
      <p role="status" className="sr-only">
        {news}
      </p>
      {isOn && !isBlocked && (
        <button
          ref={button}
          type="button"
          onClick={openChat}
          aria-label={[t('chat.open'), news].filter(Boolean).join(', ')}
          className="pressable fixed right-4 bottom-[calc(var(--bottom-bar-height)+var(--bottom-cards-height)+env(safe-area-inset-bottom)+16px)] z-30 grid size-14 place-items-center rounded-full bg-accent text-on-accent shadow-soft active:scale-95 md:right-6"
        >
          <Icon name="support" size={26} />
          {unread > 0 && (
            <span
              data-testid="chat-unread"
              aria-hidden="true"
              className="tabular absolute -top-1 -right-1 grid h-6 min-w-6 place-items-center rounded-full border-2 border-page bg-text px-1 text-xs leading-none font-semibold text-page"
            >
              {unread > 9 ? '9+' : unread}
            </span>
          )}
        </button>
      )}
    </>
  )
}
