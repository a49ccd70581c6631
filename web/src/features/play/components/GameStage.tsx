import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { newIdempotencyKey } from '@/api/client'
import { ApiError } from '@/api/errors'
import { useActiveAccount } from '@/api/session/accounts'
import { usePlayer } from '@/api/session/player'
import type { Game, LaunchMode } from '@/api/types'
import { errorText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { cx } from '@/lib/cx'
import { Button } from '@/ui/Button'
import { LanternOut } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { HeroArt } from '@/ui/HeroArt'
import { Icon } from '@/ui/Icon'
import { IconButton } from '@/ui/IconButton'
import { ButtonLink } from '@/ui/Link'
import { Money } from '@/ui/Money'
import { launchQuery } from '../api/launch'
import type { GameMessage } from '../model/gameMessages'
import { GameFrame } from './GameFrame'
import { SpecialSlot, type HouseText } from './SpecialSlot'

/** Where a player chooses which wallet pays for bets. */
const WALLETS = '/popup/currency-select' as '/'

interface GameStageProps {
  game: Game
  provider: string
  /** Undefined until the visitor has chosen how to play. */
  mode: LaunchMode | undefined
  hasDemo: boolean
  favourite: ReactNode
  /** How long the player has been here, where that has to be told: a running game takes the header's place on phones. */
  timer: ReactNode
  /** Asks the player for data that this game's provider wants; `onSaved` opens the game. */
  personalInfo: PersonalInfo
  houseText: HouseText
}

/** Draws the form for fields of the player's data that are missing. */
export type PersonalInfo = (props: { fields: string[]; onSaved: () => void }) => ReactNode

/** The place where a game runs, with its controls. On phones a running game takes the whole screen. */
export function GameStage({ game, provider, mode, hasDemo, favourite, timer, personalInfo, houseText }: GameStageProps) {
  const stage = useRef<HTMLDivElement>(null)
  return (
    <div
      ref={stage}
      className={cx(
        'flex flex-col overflow-hidden border-line bg-surface md:rounded-l md:border',
        mode && 'max-md:fixed max-md:inset-0 max-md:z-30 max-md:h-dvh',
      )}
    >
      {mode && <PhoneBar game={game} mode={mode} timer={timer} />}
      <div className={cx('relative w-full md:aspect-video md:max-h-[calc(100dvh-190px)]', mode ? 'min-h-0 flex-1' : 'aspect-4/5')}>
        {mode ? <Running game={game} mode={mode} personalInfo={personalInfo} houseText={houseText} /> : <Poster game={game} hasDemo={hasDemo} />}
      </div>
      <Controls game={game} provider={provider} mode={mode} hasDemo={hasDemo} favourite={favourite} stage={stage} />
    </div>
  )
}

function Poster({ game, hasDemo }: { game: Game; hasDemo: boolean }) {
  return (
    <>
      <HeroArt game={game} sizes="(width >= 1440px) 1376px, 100vw" eager />
      <div className="on-art absolute inset-0 flex flex-col items-center justify-end gap-5 p-6 pb-10 text-center md:pb-16">
        <h1 className="text-3xl font-bold drop-shadow-lg md:text-4xl">{game.title}</h1>
        <div className="flex w-full max-w-sm flex-col gap-3 sm:flex-row sm:justify-center">
          <PlayLink game={game} mode="real" size="l" />
          {hasDemo && <PlayLink game={game} mode="demo" size="l" />}
        </div>
      </div>
    </>
  )
}

function PlayLink({ game, mode, size = 's' }: { game: Game; mode: LaunchMode; size?: 's' | 'l' }) {
  return (
    <ButtonLink
      to="/play/$producer/$name"
      params={{ producer: game.provider, name: game.seo_title }}
      search={{ mode }}
      replace
      size={size}
      icon={mode === 'real' ? 'play' : undefined}
      variant={mode === 'real' ? 'primary' : 'secondary'}
    >
      {t(mode === 'real' ? 'play.real' : 'play.demo')}
    </ButtonLink>
  )
}

type RunningProps = Pick<GameStageProps, 'game' | 'personalInfo' | 'houseText'> & { mode: LaunchMode }

/** The game, or the first of what stands before it: the wallet, data that the studio wants, what is said of it. */
function Running({ game, mode, personalInfo, houseText }: RunningProps) {
  const navigate = useNavigate()
  const player = usePlayer()
  const account = useActiveAccount()
  const [visit, setVisit] = useState(newIdempotencyKey)
  const walletKnown = mode === 'demo' || Boolean(account)
  const launch = useQuery({
    ...launchQuery({ identifier: game.identifier, mode, currency: account?.currency }, visit),
    enabled: walletKnown && player !== undefined,
  })
  const onMessage = useCallback(
    (message: GameMessage) => {
      if (message.type === 'close') void navigate({ to: '/' })
      if (message.type === 'deposit') void navigate({ to: '/deposit' })
    },
    [navigate],
  )
  const fields = launch.error instanceof ApiError ? Object.keys(launch.error.fields) : []
  if (fields.length > 0 && !fields.includes('currency')) {
    return (
      <>
        <HeroArt game={game} />
        {personalInfo({ fields, onSaved: () => setVisit(newIdempotencyKey()) })}
      </>
    )
  }
  if (launch.error) return <Unavailable game={game} error={launch.error} onAgain={() => setVisit(newIdempotencyKey())} />
  if (!launch.data) return <HeroArt game={game} />
  return (
    <SpecialSlot game={game} mode={mode} text={houseText}>
      <GameFrame
        key={launch.data.session_id}
        game={game}
        launchUrl={launch.data.launch_url}
        onMessage={onMessage}
        onAgain={() => setVisit(newIdempotencyKey())}
      />
    </SpecialSlot>
  )
}

/** Why the game does not open. A wallet that it does not take can be changed for another, which opens it. */
function Unavailable({ game, error, onAgain }: { game: Game; error: Error; onAgain: () => void }) {
  const navigate = useNavigate()
  const needsWallet = error instanceof ApiError && 'currency' in error.fields
  useEffect(() => {
    if (needsWallet) void navigate({ to: WALLETS })
  }, [needsWallet, navigate])
  return (
    <div className="absolute inset-0 grid place-items-center overflow-y-auto">
      <EmptyState
        drawing={<LanternOut />}
        title={t('play.unavailable', { title: game.title })}
        text={errorText(error)}
        action={
          needsWallet ? (
            <ButtonLink to={WALLETS}>{t('play.choose_wallet')}</ButtonLink>
          ) : (
            <Button variant="secondary" onPress={onAgain}>
              {t('play.again')}
            </Button>
          )
        }
      />
    </div>
  )
}

function PhoneBar({ game, mode, timer }: { game: Game; mode: LaunchMode; timer: ReactNode }) {
  const account = useActiveAccount()
  return (
    <div className="flex h-13 shrink-0 items-center gap-2 border-b border-line px-2 md:hidden">
      <Link to="/" aria-label={t('play.close')} className="grid size-11 place-items-center rounded-m text-soft">
        <Icon name="chevronLeft" size={24} />
      </Link>
      <p className="min-w-0 flex-1 truncate text-sm font-semibold">{game.title}</p>
      {timer}
      {mode === 'demo' && <PlayLink game={game} mode="real" />}
      {mode === 'real' && account && (
        <>
          <Money amountCents={account.amount_cents} currency={account.currency} className="text-sm font-semibold" />
          <ButtonLink to="/deposit" size="s" className="px-3!" aria-label={t('shell.deposit')}>
            <Icon name="plus" />
          </ButtonLink>
        </>
      )}
    </div>
  )
}

/** Some browsers, such as those of iPhones, have no full screen for pages. */
const HAS_FULLSCREEN = typeof document !== 'undefined' && document.fullscreenEnabled

interface ControlsProps extends Omit<GameStageProps, 'personalInfo' | 'houseText' | 'timer'> {
  stage: RefObject<HTMLDivElement | null>
}

function Controls({ game, provider, mode, hasDemo, favourite, stage }: ControlsProps) {
  // Refused while another page element holds it: then nothing changes.
  const enterFullscreen = () => void stage.current?.requestFullscreen().catch(() => undefined)
  return (
    <div className="flex min-h-16 items-center gap-3 border-t border-line px-4 py-2 max-md:hidden">
      <div className="min-w-0 flex-1">
        <p className="truncate font-display font-semibold">{game.title}</p>
        <p className="truncate text-xs text-muted">{provider}</p>
      </div>
      {mode === 'demo' && <PlayLink game={game} mode="real" />}
      {mode === 'real' && hasDemo && <PlayLink game={game} mode="demo" />}
      {mode === 'real' && (
        <ButtonLink to="/deposit" size="s" variant="secondary" icon="plus">
          {t('shell.deposit')}
        </ButtonLink>
      )}
      {favourite}
      {HAS_FULLSCREEN && <IconButton icon="fullscreen" size="s" label={t('play.fullscreen')} onPress={enterFullscreen} />}
      {mode && (
        <Link to="/" aria-label={t('play.close')} className="pressable grid size-9 place-items-center rounded-m text-soft hover:bg-hover hover:text-text pointer-coarse:size-11">
          <Icon name="close" size={18} />
        </Link>
      )}
    </div>
  )
}
