import { useQueryClient } from '@tanstack/react-query'
import { memo, useRef, useState, type FocusEvent, type PointerEvent, type ReactNode } from 'react'
import type { Game } from '@/api/types'
import { t, tOptional } from '@/i18n/messages'
import { shareText } from '@/i18n/names'
import { noRealPlayText } from '@/i18n/noRealPlay'
import { cx } from '@/platform/cx'
import { gameHref, hasDemo } from '@/domain/game'
import { GamePicture } from '@/ui/GamePicture'
import { Icon } from '@/ui/Icon'
import { Money } from '@/ui/Money'
import { StaticLink } from '@/ui/StaticLink'
import { gameQuery } from '../api/games'
import { isAnimated, tileBadge, type BadgeTheme } from '../model/tile'
import { Heart } from './FavouriteButton'
import { useLongPress } from './useLongPress'
import type { TileState } from './useTiles'

/**
 * How wide tiles stand: two on a phone, up to eight on a wide screen. A phone is told a little less than the 44 % that
 * it is, so that one with two pixels a point takes the picture of 320 for its 340 pixels: the next one has four times
 * as many, and each of them is decoded while somebody scrolls or types.
 */
const TILE_SIZES = '(width >= 1200px) 190px, (width >= 768px) 22vw, 38vw'

const THEMES: Record<BadgeTheme, string> = {
  aurora: 'bg-accent text-on-accent',
  // Gold itself is kept for money won.
  gold: 'bg-text text-scrim',
  violet: 'bg-scrim/80 text-vip-text ring-1 ring-vip/60 ring-inset',
  rose: 'bg-danger text-scrim',
  plain: 'bg-scrim/75 text-text',
}

// Only what is offered takes presses: beside it, the card leads to the game as ever.
const OVERLAY =
  'pressable pointer-events-none absolute inset-0 flex animate-fade flex-col items-center justify-end gap-2 bg-[linear-gradient(rgb(var(--scrim)/0.15),rgb(var(--scrim)/0.9)_70%)] p-3'
const OVERLAY_UNDER_MOUSE =
  'opacity-0 pointer-fine:group-hover/tile:opacity-100 pointer-fine:group-hover/tile:*:pointer-events-auto group-has-focus-visible/tile:opacity-100 group-has-focus-visible/tile:*:pointer-events-auto'

interface GameTileProps extends TileState {
  game: Game
  eager?: boolean
  /** Only the link, in the place of the picture: for tiles that are out of sight. */
  isBare?: boolean
}

/**
 * A game as a card. The whole card leads to the game; under a mouse, with the keyboard, or when a finger rests on
 * it, it offers real play, free play and the heart.
 */
export const GameTile = memo(function GameTile({
  game,
  eager = false,
  isBare = false,
  provider,
  locked,
  isFavourite,
  isPending,
  onFavourite,
  jackpotCents,
  jackpotCurrency,
}: GameTileProps) {
  const client = useQueryClient()
  const tile = useRef<HTMLElement>(null)
  // Most tiles are never pointed at: what they offer is drawn once they are.
  const [met, setMet] = useState(false)
  const { held, handlers } = useLongPress(tile)
  const meet = () => setMet(true)
  // A finger enters what it taps: it asks for the game, not for what else there is.
  const enter = (event: PointerEvent) => event.pointerType === 'mouse' && meet()
  const focus = (event: FocusEvent) => event.target.matches(':focus-visible') && meet()
  // What a list knows of the game is all that its page asks for.
  const bring = () => client.setQueryData(gameQuery(game.provider, game.seo_title).queryKey, game)
  return (
    <article ref={tile} className="group/tile relative" onFocus={focus} {...handlers}>
      <div
        onPointerEnter={enter}
        className={cx(
          'pressable on-art relative aspect-3/4 overflow-hidden rounded-m bg-raised shadow-soft ring-1 ring-line/60 ring-inset pointer-fine:group-hover/tile:-translate-y-1 pointer-fine:group-hover/tile:shadow-aurora',
          held && 'ring-2 ring-accent/70',
        )}
      >
        <StaticLink
          to={gameHref(game)}
          onClick={bring}
          aria-label={game.title}
          className="absolute inset-0 rounded-m outline-offset-[-3px] [-webkit-touch-callout:none]"
        >
          {!isBare && (
            <GamePicture game={game} alt="" sizes={TILE_SIZES} eager={eager} className={cx(locked && 'grayscale', isAnimated(game) && 'animate-drift')} />
          )}
        </StaticLink>
        {!isBare && <TileBadge game={game} />}
        {!isBare && jackpotCents !== undefined && jackpotCurrency !== undefined && <TileJackpot amountCents={jackpotCents} currency={jackpotCurrency} />}
        {(met || held) && (
          <div className={cx(OVERLAY, held ? '*:pointer-events-auto' : OVERLAY_UNDER_MOUSE)}>{locked ? <Lock /> : <Offers game={game} onFollow={bring} />}</div>
        )}
        {!isBare && (
          <Heart
            game={game}
            isFavourite={isFavourite}
            isPending={isPending}
            onToggle={onFavourite}
            className={cx(
              'absolute! top-1.5 right-1.5 rounded-full! bg-scrim/60 hover:bg-scrim/85',
              !isFavourite &&
                'text-text! pointer-fine:opacity-0 pointer-fine:group-has-focus-visible/tile:opacity-100 pointer-fine:group-hover/tile:opacity-100',
            )}
          />
        )}
      </div>
      {!isBare && <Caption game={game} provider={provider} onFollow={bring} />}
    </article>
  )
})

function TileBadge({ game }: { game: Game }) {
  const badge = tileBadge(game)
  if (!badge) return null
  return (
    <span
      className={cx(
        'pointer-events-none absolute top-2 left-2 inline-flex h-6 max-w-[calc(100%-56px)] items-center truncate rounded-s px-2 text-xs font-semibold shadow-soft',
        THEMES[badge.theme],
      )}
    >
      {tOptional(`badge.${badge.type}`, badge.type)}
    </span>
  )
}

/** What a bet in the game can win. */
function TileJackpot({ amountCents, currency }: { amountCents: number; currency: string }) {
  return (
    <p className="pointer-events-none absolute top-9.5 left-2 inline-flex h-6 max-w-[calc(100%-16px)] items-center gap-1.5 rounded-s bg-scrim/80 px-2 text-xs shadow-soft">
      <Icon name="trophy" size={13} className="shrink-0 text-win" />
      <span className="sr-only">{t('jackpots.tile')}</span>
      <Money amountCents={amountCents} currency={currency} won className="truncate font-semibold" />
    </p>
  )
}

function Lock() {
  return (
    <p className="flex flex-col items-center gap-2 pb-2 text-center text-xs text-soft">
      <Icon name="lock" />
      {t('tile.locked')}
    </p>
  )
}

function Offers({ game, onFollow }: { game: Game; onFollow: () => void }) {
  const why = noRealPlayText(game)
  return (
    <>
      {why ? (
        <p className="pb-1 text-center text-xs text-soft">{why}</p>
      ) : (
        <Offer
          to={gameHref(game, 'real')}
          onFollow={onFollow}
          label={t('tile.play_title', { title: game.title })}
          className="bg-accent text-on-accent hover:bg-accent-hover"
        >
          <Icon name="play" size={16} filled /> {t('tile.play')}
        </Offer>
      )}
      {hasDemo(game) && (
        <Offer
          to={gameHref(game, 'demo')}
          onFollow={onFollow}
          label={t('tile.demo_title', { title: game.title })}
          className="border border-line-strong bg-scrim/60 text-text hover:bg-hover"
        >
          {t('tile.demo')}
        </Offer>
      )}
    </>
  )
}

function Offer({ to, label, onFollow, className, children }: { to: string; label: string; onFollow: () => void; className: string; children: ReactNode }) {
  return (
    <StaticLink
      to={to}
      onClick={onFollow}
      aria-label={label}
      className={cx('pressable flex h-9 w-full items-center justify-center gap-1.5 rounded-s text-sm font-semibold pointer-coarse:h-11', className)}
    >
      {children}
    </StaticLink>
  )
}

/** What stands under the picture. A finger meets the game here too; the keyboard and readers have the picture's link. */
function Caption({ game, provider, onFollow }: { game: Game; provider: string; onFollow: () => void }) {
  return (
    <StaticLink to={gameHref(game)} onClick={onFollow} tabIndex={-1} aria-hidden="true" className="flex items-start justify-between gap-2 px-0.5 pt-2.5">
      <div className="min-w-0">
        <p className="truncate text-sm font-semibold text-text">{game.title}</p>
        <p className="truncate text-xs text-muted">{provider}</p>
      </div>
      {game.rtp && (
        <span className="tabular mt-px shrink-0 text-right text-xs text-muted">
          {shareText(game.rtp)}
          {game.rtp_with_jackpot && (
            <span className="flex items-center gap-1" title={t('tile.rtp_jackpot', { rtp: shareText(game.rtp_with_jackpot) })}>
              <Icon name="trophy" size={11} /> {shareText(game.rtp_with_jackpot)}
            </span>
          )}
        </span>
      )}
    </StaticLink>
  )
}
