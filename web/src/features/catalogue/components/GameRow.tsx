import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { startTransition, useDeferredValue, useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react'
import { usePlayer } from '@/api/session/player'
import type { Game } from '@/api/types'
import { t } from '@/i18n/messages'
import { idleQueue } from '@/platform/idle'
import { useNear } from '@/platform/useNear'
import { Icon } from '@/ui/Icon'
import { gamesByIdQuery, gamesRowQuery, ROW_SIZE, type GamesFilter } from '../api/games'
import { playedGamesQuery } from '../api/played'
import { GameTile } from './GameTile'
import { TileSkeleton } from './TileSkeleton'
import { useTiles } from './useTiles'

const ROW =
  'no-scrollbar -mx-(--gutter) grid auto-cols-[44%] grid-flow-col gap-3 overflow-x-auto overscroll-x-contain scroll-smooth snap-x px-(--gutter) pt-2 pb-3 scroll-px-(--gutter) sm:auto-cols-[30%] md:auto-cols-[22%] md:gap-5 lg:auto-cols-[17.5%] xl:auto-cols-[14.8%] 2xl:auto-cols-[12.6%]'
const SKELETONS = 7

/** A row shows no more tiles than these before it is scrolled: so many are drawn, and the others once somebody goes to it. */
const IN_SIGHT = { phone: 4, wide: 9 }

/** Some screens. Beyond that, rows wait: a site may have many. */
const NEAR_AT_REST_PX = 3_000

function inSight(): number {
  return window.matchMedia('(width >= 768px)').matches ? IN_SIGHT.wide : IN_SIGHT.phone
}

interface GameRowProps {
  title: string
  filter: GamesFilter
  /** Path of the whole list. */
  allHref?: string
  /** Games left out of the row, for example the one on show. */
  except?: (game: Game) => boolean
}

/** One line of tiles of a list, drawn while it is near. A row without games is not shown at all. */
export function GameRow({ title, filter, allHref, except }: GameRowProps) {
  const section = useRef<HTMLElement>(null)
  const near = useRowNear(section)
  const row = useQuery({ ...gamesRowQuery(filter, ROW_SIZE), enabled: near })
  // Tiles are drawn in small steps, between which the page answers.
  const games = useDeferredValue(row.data, undefined)?.data.filter((game) => !except?.(game))
  const isNear = useDeferredValue(near)
  if (row.isError || games?.length === 0) return null
  return <TileRow ref={section} title={title} games={games} isNear={isNear} allHref={allHref} />
}

/** The games that the player played last; nothing for a guest, or before the first round. */
export function PlayedRow({ title }: { title: string }) {
  const section = useRef<HTMLElement>(null)
  const isPlayer = Boolean(usePlayer())
  const played = useQuery({ ...playedGamesQuery, enabled: isPlayer }).data ?? []
  const games = useQuery({ ...gamesByIdQuery(played), enabled: played.length > 0 }).data ?? []
  const isNear = useDeferredValue(useRowNear(section, games.length > 0))
  if (!isPlayer || games.length === 0) return null
  return <TileRow ref={section} title={title} games={games} isNear={isNear} />
}

interface TileRowProps {
  title: string
  /** Undefined while they are on their way. */
  games: readonly Game[] | undefined
  /** A row that is away from the window keeps its place with one tile and the links of the others. */
  isNear: boolean
  allHref?: string | undefined
  /** Stands behind the title. */
  note?: ReactNode
  ref?: React.Ref<HTMLElement>
}

/** A line of tiles that scrolls sideways, with its title. */
export function TileRow({ title, games, isNear, allHref, note, ref }: TileRowProps) {
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const [isMet, setMet] = useState(false)
  const isWhole = useDeferredValue(isMet)
  const isIdle = usePageIdle(isNear)
  const meet = () => setMet(true)
  const scroll = (direction: 1 | -1) => {
    const element = list.current
    element?.scrollBy({ left: direction * element.clientWidth * 0.8 })
  }
  return (
    <section ref={ref} aria-labelledby={id} aria-busy={!games}>
      <header className="mb-2 flex items-center justify-between gap-4">
        <h2 id={id} className="min-w-0 truncate text-xl font-semibold">
          {title}
          {note}
        </h2>
        <div className="flex shrink-0 items-center gap-1">
          {allHref && <SeeAll to={allHref} title={title} />}
          {games && games.length > SKELETONS && (
            <span className="hidden items-center lg:flex">
              <ScrollButton icon="chevronLeft" label={t('list.back')} onPress={() => scroll(-1)} />
              <ScrollButton icon="chevronRight" label={t('list.forward')} onPress={() => scroll(1)} />
            </span>
          )}
        </div>
      </header>
      <ul ref={list} className={ROW} onScroll={meet} onPointerEnter={meet} onFocus={meet}>
        {games ? (
          <RowTiles games={games} drawn={isNear ? (isWhole ? games.length : inSight()) : 1} hasLinks={isWhole || isIdle} />
        ) : (
          Array.from({ length: SKELETONS }, (_, index) => (
            <li key={index} aria-hidden="true">
              <TileSkeleton still={!isNear} />
            </li>
          ))
        )}
      </ul>
    </section>
  )
}

/** Whether a row is near enough to be drawn: once the page is at rest, whoever scrolls fast finds rows and not their places. */
function useRowNear(section: RefObject<Element | null>, isThere = true): boolean {
  return useNear(section, isThere, usePageIdle(true) ? NEAR_AT_REST_PX : undefined)
}

/** Whether the page has come to rest since `matters`. */
function usePageIdle(matters: boolean): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (!matters) return
    let isCurrent = true
    void idleQueue().then(() => isCurrent && startTransition(() => setIdle(true)))
    return () => {
      isCurrent = false
    }
  }, [matters])
  return isIdle
}

interface RowTilesProps {
  games: readonly Game[]
  /** So many are whole tiles. */
  drawn: number
  /** Whether the others are there as links. */
  hasLinks: boolean
}

function RowTiles({ games, drawn, hasLinks }: RowTilesProps) {
  const stateOf = useTiles()
  const shown = hasLinks ? games : games.slice(0, drawn)
  const missing = games.length - shown.length
  return (
    <>
      {shown.map((game, place) => (
        <li key={game.identifier} className="snap-start">
          <GameTile game={game} isBare={place >= drawn} {...stateOf(game)} />
        </li>
      ))}
      {missing > 0 && <li aria-hidden="true" style={{ gridColumn: `span ${missing}` }} />}
    </>
  )
}

/** Leads to the whole list of which a part is on show. */
export function SeeAll({ to, title }: { to: string; title: string }) {
  return (
    <Link
      to={to}
      aria-label={t('list.see_all_of', { title })}
      className="pressable flex h-9 shrink-0 items-center gap-1.5 rounded-s px-3 text-sm font-medium text-link hover:bg-hover pointer-coarse:h-11"
    >
      {t('list.see_all')}
      <Icon name="arrowRight" size={16} />
    </Link>
  )
}

function ScrollButton({ icon, label, onPress }: { icon: 'chevronLeft' | 'chevronRight'; label: string; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className="pressable inline-grid size-9 place-items-center rounded-m text-soft hover:bg-hover hover:text-text active:scale-95 pointer-coarse:size-11"
    >
      <Icon name={icon} size={18} />
    </button>
  )
}
