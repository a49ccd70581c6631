import { useEffect, useRef, useState } from 'react'
import type { Game } from '@/api/types'
import { t } from '@/i18n/messages'
import { cx } from '@/lib/cx'
import { Button } from '@/ui/Button'
import { HeroArt } from '@/ui/HeroArt'
import { gameMessage, type GameMessage } from '../model/gameMessages'

/** A game that is not ready by then may never be. */
const LATE_MS = 20_000

interface GameFrameProps {
  game: Game
  launchUrl: string
  onMessage: (message: GameMessage) => void
  /** Opens the game anew. */
  onAgain: () => void
}

/** The game's client in its frame, under its art until it says that it is ready. */
export function GameFrame({ game, launchUrl, onMessage, onAgain }: GameFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [ready, setReady] = useState(false)
  const isLate = useIsLate(!ready)
  const origin = new URL(launchUrl, window.location.href).origin
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => {
      if (event.source !== frame.current?.contentWindow) return
      const message = gameMessage(event, origin)
      if (!message) return
      if (message.type === 'ready') setReady(true)
      onMessage(message)
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [origin, onMessage])
  return (
    <>
      <iframe
        ref={frame}
        src={launchUrl}
        title={game.title}
        // The game needs its own origin to reach the server; it may not navigate this page or open others.
        sandbox="allow-scripts allow-same-origin"
        allow="autoplay; fullscreen; screen-wake-lock"
        referrerPolicy="origin"
        className="absolute inset-0 size-full border-0"
      />
      <div
        className={cx(
          'absolute inset-0 bg-page transition-[opacity,visibility] duration-(--motion-slow)',
          ready && 'invisible opacity-0',
        )}
      >
        <HeroArt game={game} />
        <div role="status" className="on-art absolute inset-x-0 bottom-[18%] flex flex-col items-center gap-4 px-6 text-center">
          <p className="font-display text-xl font-semibold drop-shadow-lg">{game.title}</p>
          <span className="h-1 w-48 overflow-hidden rounded-full bg-text/20">
            <span className="block h-full w-1/3 animate-load rounded-full bg-(image:--aurora-band)" />
          </span>
          <span className="sr-only">{ready ? '' : t('play.loading', { title: game.title })}</span>
          {isLate && (
            <>
              <p className="text-sm text-soft">{t('play.late')}</p>
              <Button variant="secondary" onPress={onAgain}>
                {t('play.again')}
              </Button>
            </>
          )}
        </div>
      </div>
    </>
  )
}

/** Whether a wait has become too long for nobody to say so. */
function useIsLate(waits: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [waits])
  return waits && isLate
}
