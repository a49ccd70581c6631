import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Game } from '@/api/types'
import { t } from '@/i18n/messages'
import { Icon } from '@/ui/Icon'
import { IconButton } from '@/ui/IconButton'
import { gamesRowQuery, ROW_SIZE, type GamesFilter } from '../api/games'
import { GameTile, TileSkeleton } from './GameTile'

const ROW =
  'no-scrollbar -mx-(--gutter) grid auto-cols-[44%] grid-flow-col gap-3 overflow-x-auto overscroll-x-contain scroll-smooth snap-x px-(--gutter) pt-2 pb-3 scroll-px-(--gutter) sm:auto-cols-[30%] md:auto-cols-[22%] md:gap-5 lg:auto-cols-[17.5%] xl:auto-cols-[14.8%] 2xl:auto-cols-[12.6%]'
const SKELETONS = 7

interface GameRowProps {
  title: string
  filter: GamesFilter
  /** Path of the whole list. */
  allHref?: string
  size?: number
  /** Games left out of the row, for example the one on show. */
  except?: (game: Game) => boolean
}

/** One line of tiles that scrolls sideways. A row without games is not shown at all. */
export function GameRow({ title, filter, allHref, size = ROW_SIZE, except }: GameRowProps) {
  const row = useQuery(gamesRowQuery(filter, size))
  const list = useRef<HTMLUListElement>(null)
  const games = row.data?.data.filter((game) => !except?.(game)) ?? []
  if (!row.isPending && games.length === 0) return null
  const scroll = (direction: 1 | -1) => {
    const element = list.current
    element?.scrollBy({ left: direction * element.clientWidth * 0.8 })
  }
  return (
    <section>
      <header className="mb-2 flex items-center justify-between gap-4">
        <h2 className="text-xl font-semibold">{title}</h2>
        <div className="flex items-center gap-1">
          {allHref && (
            <Link
              to={allHref}
              aria-label={t('list.see_all_of', { title })}
              className="pressable flex h-9 items-center gap-1.5 rounded-s px-3 text-sm font-medium text-link hover:bg-hover pointer-coarse:h-11"
            >
              {t('list.see_all')}
              <Icon name="arrowRight" size={16} />
            </Link>
          )}
          {games.length > SKELETONS && (
            <span className="hidden items-center lg:flex">
              <IconButton icon="chevronLeft" size="s" label={t('list.back')} onPress={() => scroll(-1)} />
              <IconButton icon="chevronRight" size="s" label={t('list.forward')} onPress={() => scroll(1)} />
            </span>
          )}
        </div>
      </header>
      <ul ref={list} className={ROW}>
        {row.isPending
          ? Array.from({ length: SKELETONS }, (_, index) => (
              <li key={index} aria-hidden="true">
                <TileSkeleton />
              </li>
            ))
          : games.map((game) => (
              <li key={game.identifier} className="snap-start">
                <GameTile game={game} />
              </li>
            ))}
      </ul>
    </section>
  )
}
