import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { usePlayer } from '@/api/session/player'
import { t } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { canPlayForMoney, gameHref, hasDemo } from '@/domain/game'
import { Icon } from '@/ui/Icon'
import { StaticLink } from '@/ui/StaticLink'
import { CASHBACK_PATH } from '../api/cashbackPage'
import { gamesRowQuery, randomGame, type GamesFilter } from '../api/games'
import type { ListCard } from '../model/cards'

const CARD =
  'pressable group/card relative flex aspect-3/4 w-full flex-col items-center justify-end overflow-hidden rounded-m border border-line bg-surface p-4 text-center hover:-translate-y-1 hover:border-line-strong hover:shadow-aurora'

interface CardProps {
  card: ListCard
  /** The list that the card stands in. */
  filter: GamesFilter
}

/** A card among the games of a list. */
export function CardOfList({ card, filter }: CardProps) {
  return card === 'random' ? <RandomCard filter={filter} /> : <CashbackCard />
}

/** Opens a game of the list by chance: for money where that can be, else in free play. Guests are led to sign up for it first. */
function RandomCard({ filter }: { filter: GamesFilter }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const isGuest = usePlayer() === null
  const [drawing, setDrawing] = useState(false)
  const open = async () => {
    setDrawing(true)
    // A call that fails is in the log; the card waits for another press.
    try {
      const playable = { ...filter, playable: true }
      const total = (await client.ensureQueryData(gamesRowQuery(playable))).pagination.total_count
      const game = await randomGame(client, playable, total)
      if (!game) return
      const href = gameHref(game, canPlayForMoney(game) ? 'real' : hasDemo(game) ? 'demo' : undefined)
      await navigate(isGuest ? { to: '/sign-up', search: { redirect: href } as object } : { to: href })
    } finally {
      setDrawing(false)
    }
  }
  return (
    <button
      type="button"
      data-card="random"
      onClick={() => void open().catch(() => undefined)}
      aria-busy={drawing}
      className={cx(
        CARD,
        'bg-[radial-gradient(90%_60%_at_50%_0%,color-mix(in_srgb,var(--vip)_38%,transparent),transparent),radial-gradient(90%_50%_at_50%_110%,color-mix(in_srgb,var(--info)_26%,transparent),transparent)]',
      )}
    >
      <Dice className={cx('mb-auto pt-3 transition-transform duration-(--motion-slow) group-hover/card:rotate-12', drawing && 'animate-spin')} />
      <span className="font-display text-lg font-semibold text-text">{t('card.random_title')}</span>
      <span className="mt-1 text-xs text-soft">{t('card.random_text')}</span>
    </button>
  )
}

/** Leads to what live games give back. */
function CashbackCard() {
  return (
    <StaticLink
      to={CASHBACK_PATH}
      data-card="cashback"
      className={cx(CARD, 'bg-[radial-gradient(90%_60%_at_50%_0%,color-mix(in_srgb,var(--accent)_34%,transparent),transparent)]')}
    >
      <span className="mb-auto grid size-20 place-items-center rounded-full bg-accent/15 text-accent">
        <Icon name="refresh" size={40} />
      </span>
      <span className="font-display text-lg font-semibold text-text">{t('card.cashback_title')}</span>
      <span className="mt-1 text-xs text-soft">{t('card.cashback_text')}</span>
    </StaticLink>
  )
}

/** Two dice in the air. */
function Dice({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 120 110" className={cx('w-3/5', className)} aria-hidden="true" focusable="false">
      <g strokeLinejoin="round" strokeWidth="2.5" stroke="var(--text-soft)">
        <g transform="rotate(-14 44 48)">
          <rect x="14" y="18" width="58" height="58" rx="14" fill="var(--raised)" />
          <g fill="var(--accent)" stroke="none">
            <circle cx="29" cy="33" r="5.5" />
            <circle cx="57" cy="33" r="5.5" />
            <circle cx="43" cy="47" r="5.5" />
            <circle cx="29" cy="61" r="5.5" />
            <circle cx="57" cy="61" r="5.5" />
          </g>
        </g>
        <g transform="rotate(18 86 74)">
          <rect x="62" y="52" width="44" height="44" rx="11" fill="var(--surface)" />
          <g fill="var(--info)" stroke="none">
            <circle cx="74" cy="64" r="4.5" />
            <circle cx="84" cy="74" r="4.5" />
            <circle cx="94" cy="84" r="4.5" />
          </g>
        </g>
      </g>
    </svg>
  )
}
