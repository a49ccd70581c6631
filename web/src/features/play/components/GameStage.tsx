import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { newIdempotencyKey } from '@/api/transport'
import { ApiError } from '@/api/errors'
import { accountsQuery, useActiveAccount } from '@/api/session/accounts'
import { usePlayer } from '@/api/session/player'
import { useShownAccount } from '@/api/session/shownAccounts'
import type { Game, LaunchMode } from '@/api/types'
import { errorText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { noRealPlayText } from '@/i18n/noRealPlay'
import { cx } from '@/platform/cx'
import { canPlayForMoney } from '@/domain/game'
import type { GameMessage } from '@/domain/gameBridge'
import { isPersonalField } from '@/domain/player/fields'
import { Button } from '@/ui/Button'
import { LanternOut } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { FailedState } from '@/ui/FailedState'
import { HeroArt } from '@/ui/HeroArt'
import { Icon } from '@/ui/Icon'
import { IconButton } from '@/ui/IconButton'
import { ButtonLink } from '@/ui/Link'
import { Money } from '@/ui/Money'
import { launchQuery } from '../api/launch'
import { GameFrame } from './GameFrame'
import { SpecialSlot, type SnippetById } from './SpecialSlot'

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
  /** Whether a dialog of the site lies over the game. */
  isCovered: boolean
  /** Asks the player for data that this game's provider wants; `onSaved` opens the game. */
  personalInfo: PersonalInfo
  snippet: SnippetById
}

/** Draws the form for fields of the player's data that are missing. */
export type PersonalInfo = (props: { fields: string[]; onSaved: () => void }) => ReactNode

/** The place where a game runs, with its controls. On phones, tablets and low windows a running game takes the whole screen. */
export function GameStage({ game, provider, mode, hasDemo, favourite, timer, isCovered, personalInfo, snippet }: GameStageProps) {
  const stage = useRef<HTMLDivElement>(null)
  return (
    <div
      ref={stage}
      className={cx(
        'flex flex-col overflow-hidden border-line bg-surface',
        mode
          ? 'stage-full:safe-area stage-full:fixed stage-full:inset-0 stage-full:z-30 stage-full:h-dvh stage-page:rounded-l stage-page:border stage-rail:flex-row'
          : 'md:rounded-l md:border',
      )}
    >
      {/* The poster has a heading of its own. A running game shows its title in one of two bars, by the window, and readers of the page do not see into its frame. */}
      {mode && <h1 className="sr-only">{game.title}</h1>}
      {mode && <PhoneBar game={game} mode={mode} timer={timer} />}
      <div
        className={cx(
          'relative w-full min-w-0',
          mode
            ? 'min-h-0 flex-1 stage-page:aspect-video stage-page:max-h-[calc(100dvh-190px)] stage-page:flex-none'
            : 'aspect-4/5 md:aspect-video md:max-h-[calc(100dvh-190px)]',
        )}
      >
        {mode ? (
          <Running game={game} mode={mode} isCovered={isCovered} personalInfo={personalInfo} snippet={snippet} />
        ) : (
          <Poster game={game} hasDemo={hasDemo} />
        )}
      </div>
      <Controls game={game} provider={provider} mode={mode} hasDemo={hasDemo} favourite={favourite} stage={stage} />
    </div>
  )
}

function Poster({ game, hasDemo }: { game: Game; hasDemo: boolean }) {
  const why = noRealPlayText(game)
  const offersDemo = hasDemo && game.playable
  return (
    <>
      <HeroArt game={game} sizes="(width >= 1440px) 1376px, 100vw" eager />
      <div className="on-art absolute inset-0 flex flex-col items-center justify-end gap-5 p-6 pb-10 text-center md:pb-16">
        <h1 className="text-3xl font-bold drop-shadow-lg md:text-4xl">{game.title}</h1>
        {why !== null && <p className="text-soft drop-shadow-lg">{why}</p>}
        {(why === null || offersDemo) && (
          <div className="flex w-full max-w-sm flex-col gap-3 sm:flex-row sm:justify-center">
            {why === null && <PlayLink game={game} mode="real" size="l" />}
            {offersDemo && <PlayLink game={game} mode="demo" size="l" />}
          </div>
        )}
      </div>
    </>
  )
}

/**
 * Beside a demo, the way to real play says what it is. On the narrow rail there is only room for a drawing: a purse, for a
 * triangle beside reels would be taken for the button that spins them.
 */
function PlayLink({ game, mode, size = 's', isBesideDemo = false }: { game: Game; mode: LaunchMode; size?: 's' | 'l'; isBesideDemo?: boolean }) {
  const label = t(mode === 'demo' ? 'play.demo' : isBesideDemo ? 'play.real_from_demo' : 'play.real')
  return (
    <ButtonLink
      to="/play/$producer/$name"
      params={{ producer: game.provider, name: game.seo_title }}
      search={{ mode }}
      replace
      size={size}
      icon={mode !== 'real' ? undefined : isBesideDemo ? 'wallet' : 'play'}
      variant={mode === 'real' ? 'primary' : 'secondary'}
      className={
        isBesideDemo ? 'stage-rail:border stage-rail:border-line stage-rail:bg-hover stage-rail:px-3! stage-rail:text-text stage-rail:shadow-none' : undefined
      }
      title={isBesideDemo ? label : undefined}
    >
      <span className={isBesideDemo ? 'stage-rail:sr-only' : undefined}>{label}</span>
    </ButtonLink>
  )
}

type RunningProps = Pick<GameStageProps, 'game' | 'isCovered' | 'personalInfo' | 'snippet'> & { mode: LaunchMode }

/** The game, or the first of what stands before it: the wallet, data that the studio wants, what is said of it. */
function Running({ game, mode, isCovered, personalInfo, snippet }: RunningProps) {
  const navigate = useNavigate()
  const player = usePlayer()
  const account = useActiveAccount()
  const [visit, setVisit] = useState(newIdempotencyKey)
  const isReal = mode === 'real'
  const accounts = useQuery({ ...accountsQuery, enabled: isReal && Boolean(player) })
  const walletKnown = !isReal || Boolean(account)
  const launch = useQuery({
    ...launchQuery({ identifier: game.identifier, mode, currency: account?.currency }, visit),
    enabled: walletKnown && player !== undefined,
  })
  const onMessage = useCallback(
    (message: GameMessage) => {
      if (message.type === 'close') void navigate({ to: '/' })
      if (message.type === 'deposit') void navigate({ to: '/deposit' })
      if (message.type === 'gifts') void navigate({ to: '/profile/gifts' })
    },
    [navigate],
  )
  const openAnew = useCallback(() => setVisit(newIdempotencyKey()), [])
  const fields = launch.error instanceof ApiError ? Object.keys(launch.error.fields) : []
  if (fields.length > 0 && fields.every(isPersonalField)) {
    return (
      <>
        <HeroArt game={game} />
        {personalInfo({ fields, onSaved: () => setVisit(newIdempotencyKey()) })}
      </>
    )
  }
  if (launch.error) return <Unavailable game={game} error={launch.error} onAgain={() => setVisit(newIdempotencyKey())} />
  if (!walletKnown && (accounts.isError || accounts.data)) {
    return <NoWallet hasFailed={accounts.isError} onAgain={() => void accounts.refetch()} />
  }
  if (!launch.data) return <HeroArt game={game} />
  return (
    <SpecialSlot game={game} mode={mode} text={snippet}>
      <GameFrame key={launch.data.session_id} game={game} launchUrl={launch.data.launch_url} isPaused={isCovered} onMessage={onMessage} onAgain={openAnew} />
    </SpecialSlot>
  )
}

/** There is no wallet to pay bets from: it could not be asked for, or the player has none. */
function NoWallet({ hasFailed, onAgain }: { hasFailed: boolean; onAgain: () => void }) {
  return (
    <div className="absolute inset-0 grid place-items-center overflow-y-auto">
      {hasFailed ? (
        <FailedState title={t('cashbox.wallets.failed')} onRetry={onAgain} />
      ) : (
        <EmptyState drawing={<LanternOut />} title={t('cashbox.wallets.title')} action={<ButtonLink to={WALLETS}>{t('play.choose_wallet')}</ButtonLink>} />
      )}
    </div>
  )
}

/** Why the game does not open. A wallet that it does not take can be changed for another, which opens it. */
function Unavailable({ game, error, onAgain }: { game: Game; error: Error; onAgain: () => void }) {
  const navigate = useNavigate()
  const isLimited = error instanceof ApiError && error.code === 'limit_reached'
  useEffect(() => {
    if (isLimited) void navigate({ to: '/profile/limits', replace: true })
  }, [isLimited, navigate])
  const needsWallet = error instanceof ApiError && 'currency' in error.fields
  const isIncomplete = error instanceof ApiError && error.code === 'account_incomplete'
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
          ) : isIncomplete ? (
            <ButtonLink to="/profile/complete">{t('complete.to_page')}</ButtonLink>
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
  const account = useShownAccount()
  return (
    <div className="flex h-13 shrink-0 items-center gap-2 border-b border-line px-2 stage-page:hidden stage-rail:h-auto stage-rail:w-15 stage-rail:flex-col stage-rail:border-r stage-rail:border-b-0 stage-rail:px-0 stage-rail:py-2">
      <Link to="/" aria-label={t('play.close')} className="grid size-11 place-items-center rounded-m text-soft">
        <Icon name="chevronLeft" size={24} />
      </Link>
      <p className="min-w-0 flex-1 truncate text-sm font-semibold stage-rail:sr-only">{game.title}</p>
      {timer}
      {mode === 'demo' && canPlayForMoney(game) && <PlayLink game={game} mode="real" isBesideDemo />}
      {mode === 'real' && account && (
        <>
          <Money amountCents={account.amount_cents} currency={account.currency} className="text-sm font-semibold stage-rail:hidden" />
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

interface ControlsProps extends Omit<GameStageProps, 'personalInfo' | 'snippet' | 'timer' | 'isCovered'> {
  stage: RefObject<HTMLDivElement | null>
}

function Controls({ game, provider, mode, hasDemo, favourite, stage }: ControlsProps) {
  // Refused while another page element holds it: then nothing changes.
  const enterFullscreen = () => void stage.current?.requestFullscreen().catch(() => undefined)
  return (
    <div className={cx('flex min-h-16 items-center gap-3 border-t border-line px-4 py-2', mode ? 'stage-full:hidden' : 'max-md:hidden')}>
      <div className="min-w-0 flex-1">
        <p className="truncate font-display font-semibold">{game.title}</p>
        <p className="truncate text-xs text-muted">{provider}</p>
      </div>
      {mode === 'demo' && canPlayForMoney(game) && <PlayLink game={game} mode="real" isBesideDemo />}
      {mode === 'real' && hasDemo && <PlayLink game={game} mode="demo" />}
      {mode === 'real' && (
        <ButtonLink to="/deposit" size="s" variant="secondary" icon="plus">
          {t('shell.deposit')}
        </ButtonLink>
      )}
      {favourite}
      {HAS_FULLSCREEN && <IconButton icon="fullscreen" size="s" label={t('play.fullscreen')} onPress={enterFullscreen} />}
      {mode && (
        <Link
          to="/"
          aria-label={t('play.close')}
          className="pressable grid size-9 place-items-center rounded-m text-soft hover:bg-hover hover:text-text pointer-coarse:size-11"
        >
          <Icon name="close" size={18} />
        </Link>
      )}
    </div>
  )
}
