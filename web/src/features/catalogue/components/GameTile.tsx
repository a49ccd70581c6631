import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { providersQuery } from '@/api/info/catalogue'
import { useActiveAccount } from '@/api/session/accounts'
import type { Game } from '@/api/types'
import { t, tOptional } from '@/i18n/messages'
import { shareText } from '@/i18n/names'
import { cx } from '@/lib/cx'
import { gameHref } from '@/lib/game'
import { Badge, type BadgeTone } from '@/ui/Badge'
import { GamePicture } from '@/ui/GamePicture'
import { Icon } from '@/ui/Icon'
import { CurrenciesContext } from '@/ui/Money'
import { Skeleton } from '@/ui/Skeleton'
import { tileActions } from '../model/tile'
import { FavouriteButton } from './FavouriteButton'

const BADGE_TONES: Record<string, BadgeTone> = { new: 'accent', popular: 'solid', vip: 'vip' }

/** How wide tiles stand: three and a half on a phone, up to eight on a wide screen. */
export const TILE_SIZES = '(width >= 1200px) 190px, (width >= 768px) 22vw, 44vw'

/**
 * A game as a card. The whole card leads to the game; on hover or keyboard focus it offers real play,
 * free play and the heart. On touch the first tap opens the game's page, which offers the same.
 */
export function GameTile({ game, eager = false }: { game: Game; eager?: boolean }) {
  const account = useActiveAccount()
  const currencies = use(CurrenciesContext)
  const actions = tileActions(game, account?.currency ?? null, currencies)
  const badge = game.badges[0]
  return (
    <article className="group/tile relative">
      <div className="pressable relative aspect-3/4 overflow-hidden rounded-m bg-raised shadow-soft ring-1 ring-line/60 ring-inset group-hover/tile:-translate-y-1 group-hover/tile:shadow-aurora">
        <Link to={gameHref(game)} aria-label={game.title} className="absolute inset-0 rounded-m outline-offset-[-3px]">
          <GamePicture preview={game.preview} placeholder={game.placeholder} accent={game.accent} alt="" sizes={TILE_SIZES} eager={eager} />
        </Link>
        {badge && (
          <Badge tone={BADGE_TONES[badge.type] ?? 'solid'} className="pointer-events-none absolute top-2 left-2 shadow-soft">
            {tOptional(`badge.${badge.type}`, badge.type)}
          </Badge>
        )}
        <TileOverlay game={game} actions={actions} />
        <FavouriteButton
          game={game}
          className="absolute! top-1.5 right-1.5 rounded-full! bg-scrim/55 text-text! backdrop-blur-sm hover:bg-scrim/80 pointer-fine:opacity-0 pointer-fine:group-focus-within/tile:opacity-100 pointer-fine:group-hover/tile:opacity-100 aria-pressed:text-danger! pointer-fine:aria-pressed:opacity-100"
        />
      </div>
      <TileCaption game={game} />
    </article>
  )
}

function TileOverlay({ game, actions }: { game: Game; actions: ReturnType<typeof tileActions> }) {
  return (
    <div
      className={cx(
        'pressable pointer-events-none absolute inset-0 flex flex-col items-center justify-end gap-2 bg-[linear-gradient(rgb(var(--scrim)/0.15),rgb(var(--scrim)/0.88)_75%)] p-3 opacity-0',
        'pointer-fine:group-hover/tile:opacity-100 pointer-fine:group-focus-within/tile:opacity-100',
      )}
    >
      {actions.locked ? (
        <p className="flex flex-col items-center gap-2 pb-2 text-center text-xs text-soft">
          <Icon name="lock" />
          {t('tile.locked')}
        </p>
      ) : (
        <>
          <OverlayLink to={actions.playHref} label={t('tile.play_title', { title: game.title })} primary>
            <Icon name="play" size={16} filled /> {t('tile.play')}
          </OverlayLink>
          {actions.demoHref && (
            <OverlayLink to={actions.demoHref} label={t('tile.demo_title', { title: game.title })}>
              {t('tile.demo')}
            </OverlayLink>
          )}
        </>
      )}
    </div>
  )
}

function OverlayLink({ to, label, primary = false, children }: { to: string; label: string; primary?: boolean; children: React.ReactNode }) {
  return (
    <Link
      to={to}
      aria-label={label}
      className={cx(
        'pressable flex h-9 w-full items-center justify-center gap-1.5 rounded-s text-sm font-semibold pointer-fine:group-focus-within/tile:pointer-events-auto pointer-fine:group-hover/tile:pointer-events-auto',
        primary ? 'bg-accent text-on-accent hover:bg-accent-hover' : 'border border-line-strong bg-scrim/60 text-text hover:bg-hover',
      )}
    >
      {children}
    </Link>
  )
}

function TileCaption({ game }: { game: Game }) {
  const provider = useQuery(providersQuery).data?.find((known) => known.id === game.provider)
  return (
    <div className="mt-2.5 flex items-start justify-between gap-2 px-0.5" aria-hidden="true">
      <div className="min-w-0">
        <p className="truncate text-sm font-semibold text-text">{game.title}</p>
        <p className="truncate text-xs text-muted">{provider?.title ?? game.provider}</p>
      </div>
      {game.rtp && <span className="tabular mt-px shrink-0 text-xs text-muted">{shareText(game.rtp)}</span>}
    </div>
  )
}

/** Exactly the size of a tile. */
export function TileSkeleton() {
  return (
    <div>
      <Skeleton className="aspect-3/4 w-full" />
      <Skeleton className="mt-[14px] h-3 w-3/4 rounded-s" />
      <Skeleton className="mt-2 mb-[3px] h-2.5 w-1/2 rounded-s" />
    </div>
  )
}
