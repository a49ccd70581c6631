import { useCallback, useEffect, useState } from 'react'
import { releaseBalance } from '@/api/session/balanceHold'
import type { Game } from '@/api/types'
import { t } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import type { GameMessage } from '@/domain/gameBridge'
import { Button } from '@/ui/Button'
import { HeroArt } from '@/ui/HeroArt'
import { useGameBridge } from './useGameBridge'

/** A game that is not ready by then may never be. */
const LATE_MS = 20_000

/** What a partner's game may do in its frame, at an origin of its own; it may not navigate this page. */
const FOREIGN_SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox'

interface GameFrameProps {
  game: Game
  launchUrl: string
  /** Whether something lies over the game: no further turn begins meanwhile. */
  isPaused: boolean
  onMessage: (message: GameMessage) => void
  /** Opens the game anew. */
  onAgain: () => void
}

/** The game's client in its frame, under its art until it says that it can be played, or why it cannot. */
export function GameFrame({ game, launchUrl, isPaused, onMessage, onAgain }: GameFrameProps) {
  const [ready, setReady] = useState(false)
  const isLate = useIsLate(!ready)
  const hear = useCallback(
    (message: GameMessage) => {
      if (message.type === 'ready' || message.type === 'failed') setReady(true)
      if (message.type === 'reopen') onAgain()
      onMessage(message)
    },
    [onAgain, onMessage],
  )
  const { frame, tell } = useGameBridge({ origin: new URL(launchUrl, window.location.href).origin, onMessage: hear })
  useEffect(() => {
    if (ready) tell({ type: isPaused ? 'pause' : 'resume' })
  }, [ready, isPaused, tell])
  const loaded = () => {
    // A game that loads itself anew has no turn under way.
    releaseBalance()
    // Games of others need not speak the bridge.
    if (!game.own) setReady(true)
  }
  return (
    <>
      <iframe
        ref={frame}
        src={launchUrl}
        title={game.title}
        onLoad={loaded}
        // The operator's own games are the site's own code at its origin, and could take a sandbox off themselves.
        sandbox={game.own ? undefined : FOREIGN_SANDBOX}
        allow="autoplay; fullscreen; screen-wake-lock"
        referrerPolicy="origin"
        className="absolute inset-0 size-full border-0"
      />
      <div className={cx('absolute inset-0 bg-page transition-[opacity,visibility] duration-(--motion-slow)', ready && 'invisible opacity-0')}>
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
