import { useEffect, useRef, useState } from 'react'
import type { Game } from '@/api/types'
import { t } from '@/i18n/messages'
import { cx } from '@/lib/cx'
import { HeroArt } from '@/ui/HeroArt'
import { gameMessage, type GameMessage } from '../model/gameMessages'

interface GameFrameProps {
  game: Game
  launchUrl: string
  onMessage: (message: GameMessage) => void
}

/** The game's client in its frame, under its art until it says that it is ready. */
export function GameFrame({ game, launchUrl, onMessage }: GameFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [ready, setReady] = useState(false)
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
        <div role="status" className="absolute inset-x-0 bottom-[18%] flex flex-col items-center gap-4 px-6 text-center">
          <p className="font-display text-xl font-semibold drop-shadow-lg">{game.title}</p>
          <span className="h-1 w-48 overflow-hidden rounded-full bg-text/20">
            <span className="block h-full w-1/3 animate-load rounded-full bg-(image:--aurora-band)" />
          </span>
          <span className="sr-only">{ready ? '' : t('play.loading', { title: game.title })}</span>
        </div>
      </div>
    </>
  )
}
