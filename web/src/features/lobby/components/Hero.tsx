import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useBrand } from '@/api/info/brand'
import { usePlayer } from '@/api/session/player'
import type { Game } from '@/api/types'
import { t, tOptional } from '@/i18n/messages'
import { shareText } from '@/i18n/names'
import { cx } from '@/lib/cx'
import { hasDemo } from '@/lib/game'
import { useMediaQuery } from '@/lib/useMediaQuery'
import { GamePicture } from '@/ui/GamePicture'
import { HeroArt } from '@/ui/HeroArt'
import { Icon } from '@/ui/Icon'
import { IconButton } from '@/ui/IconButton'
import { ButtonLink } from '@/ui/Link'
import { Skeleton } from '@/ui/Skeleton'
import { Aurora } from './Aurora'

const SLIDE_MS = 8_000
const FAN = 3

interface HeroProps {
  /** Games with a slide of their own, best first; undefined while they load. */
  games: Game[] | undefined
}

/** What the house is, then its best games. Slides change by themselves until the visitor takes over. */
export function Hero({ games = [] }: HeroProps) {
  const slides = [{ id: 'house', content: <HouseSlide games={games} /> }, ...games.slice(0, 3).map((game) => ({ id: game.identifier, content: <GameSlide game={game} /> }))]
  const { track, index, show, playing, setPlaying } = useSlides(slides.length)
  return (
    <section aria-roledescription="carousel" aria-label={t('hero.label')} data-resting={playing ? undefined : ''} className="group/hero relative">
      <ul
        ref={track}
        className="no-scrollbar flex h-[520px] snap-x snap-mandatory overflow-x-auto overscroll-x-contain rounded-l border border-line/70 bg-surface sm:h-[460px] lg:h-[440px]"
      >
        {slides.map((slide, at) => (
          <li
            key={slide.id}
            aria-roledescription="slide"
            aria-label={t('hero.slide', { at: at + 1, of: slides.length })}
            inert={at !== index}
            className="relative w-full shrink-0 snap-start snap-always overflow-hidden"
          >
            {slide.content}
          </li>
        ))}
      </ul>
      {slides.length > 1 && (
        <div className="absolute right-3 bottom-3 flex items-center gap-1 rounded-full bg-scrim/50 pr-1 pl-3 backdrop-blur-md md:right-5 md:bottom-5">
          {slides.map((slide, at) => (
            <button
              key={slide.id}
              type="button"
              aria-label={t('hero.slide', { at: at + 1, of: slides.length })}
              aria-current={at === index}
              onClick={() => show(at)}
              className="group grid h-9 w-6 place-items-center pointer-coarse:h-11"
            >
              <span className={cx('h-1.5 rounded-full transition-all duration-(--motion)', at === index ? 'w-5 bg-accent' : 'w-1.5 bg-text/45 group-hover:bg-text')} />
            </button>
          ))}
          <IconButton icon={playing ? 'pause' : 'play'} size="s" label={t(playing ? 'hero.pause' : 'hero.resume')} onPress={() => setPlaying(!playing)} />
        </div>
      )}
    </section>
  )
}

function useSlides(count: number) {
  const track = useRef<HTMLUListElement>(null)
  const [index, setIndex] = useState(0)
  const wantsRest = useMediaQuery('(prefers-reduced-motion: reduce)')
  const [chosen, setPlaying] = useState<boolean | null>(null)
  const playing = chosen ?? !wantsRest
  const scrollTo = (at: number) => {
    const element = track.current
    element?.scrollTo({ left: at * element.clientWidth, behavior: 'smooth' })
  }
  useEffect(() => {
    const element = track.current
    if (!element) return
    const follow = () => setIndex(Math.round(element.scrollLeft / Math.max(1, element.clientWidth)))
    const rest = () => setPlaying(false)
    element.addEventListener('scroll', follow, { passive: true })
    element.addEventListener('pointerdown', rest)
    element.addEventListener('focusin', rest)
    return () => {
      element.removeEventListener('scroll', follow)
      element.removeEventListener('pointerdown', rest)
      element.removeEventListener('focusin', rest)
    }
  }, [])
  useEffect(() => {
    if (!playing || count < 2) return
    const timer = setTimeout(() => scrollTo((index + 1) % count), SLIDE_MS)
    return () => clearTimeout(timer)
  }, [playing, index, count])
  const show = (at: number) => {
    setPlaying(false)
    scrollTo(at)
  }
  return { track, index, show, playing, setPlaying }
}

function SlideText({ title, text, children, level = 2 }: { title: ReactNode; text: ReactNode; children: ReactNode; level?: 1 | 2 }) {
  const Title = `h${level}` as const
  return (
    <div className="relative flex h-full flex-col justify-end p-6 pb-16 sm:max-w-[53%] sm:justify-center sm:pr-0 sm:pb-6 md:p-10 lg:max-w-[50%] xl:max-w-[640px] xl:p-12">
      <Title className="text-[30px] leading-[37px] font-bold lg:text-[44px] lg:leading-[52px]">{title}</Title>
      <div className="mt-3 text-soft lg:text-lg">{text}</div>
      <div className="mt-6 flex flex-wrap gap-3">{children}</div>
    </div>
  )
}

function HouseSlide({ games }: { games: Game[] }) {
  const player = usePlayer()
  const brand = useBrand()
  const demo = games.find(hasDemo)
  return (
    <>
      <Aurora />
      <GameFan games={games.slice(0, FAN)} />
      <SlideText
        level={1}
        title={
          <>
            {t('hero.title_first')} <span className="text-aurora">{t('hero.title_second')}</span>
          </>
        }
        text={<p>{t('hero.text', { brand })}</p>}
      >
        {player ? (
          <ButtonLink to="/pokies/$slug" params={{ slug: 'all' }} size="l">
            {t('hero.to_games')}
          </ButtonLink>
        ) : (
          <ButtonLink to="/sign-up" size="l">
            {t('hero.sign_up')}
          </ButtonLink>
        )}
        <FreePlayLink game={demo} />
      </SlideText>
    </>
  )
}

/** Leads to a game to try, or to all of them while none is known: it stands from the first paint on. */
function FreePlayLink({ game }: { game: Game | undefined }) {
  const look = { variant: 'secondary', size: 'l', className: 'bg-hover/70 backdrop-blur-md' } as const
  return game ? (
    <ButtonLink to="/play/$producer/$name" params={{ producer: game.provider, name: game.seo_title }} search={{ mode: 'demo' }} {...look}>
      {t('hero.try_free')}
    </ButtonLink>
  ) : (
    <ButtonLink to="/pokies/$slug" params={{ slug: 'all' }} {...look}>
      {t('hero.try_free')}
    </ButtonLink>
  )
}

const FAN_PLACES = [
  'rotate-[-8deg] right-[59%] top-[9%] sm:right-[31.5%] sm:top-[19%]',
  'right-[36.5%] top-[3%] z-10 sm:right-[17%] sm:top-[10%]',
  'rotate-[8deg] right-[14%] top-[9%] sm:right-[2.5%] sm:top-[19%]',
]

/** Three games held like cards. */
function GameFan({ games }: { games: Game[] }) {
  const places = games.length > 0 ? games : Array.from({ length: FAN }, () => null)
  return (
    <div aria-hidden="true" className="absolute inset-x-0 top-0 h-[54%] sm:left-auto sm:h-full sm:w-full">
      {places.map((game, at) => (
        <span
          key={game?.identifier ?? at}
          className={cx(
            'absolute aspect-3/4 w-[27%] max-w-[120px] overflow-hidden rounded-m bg-raised shadow-soft ring-1 ring-text/15 max-sm:mt-2 sm:w-[17%] sm:max-w-[208px]',
            FAN_PLACES[at],
          )}
        >
          {game ? (
            <GamePicture preview={game.preview} placeholder={game.placeholder} accent={game.accent} alt="" sizes="(width >= 1200px) 208px, (width >= 480px) 17vw, 27vw" eager />
          ) : (
            <Skeleton className="size-full" />
          )}
        </span>
      ))}
    </div>
  )
}

function GameSlide({ game }: { game: Game }) {
  const address = { producer: game.provider, name: game.seo_title }
  return (
    <>
      <HeroArt slug={game.slug} accent={game.accent} shade="left" sizes="(width >= 1440px) 1376px, 100vw" />
      <SlideText
        title={game.title}
        text={
          <ul className="flex flex-wrap gap-x-5 gap-y-1 text-base">
            {game.rtp && <SlideFact icon="chart">{t('hero.rtp', { rtp: shareText(game.rtp) })}</SlideFact>}
            {game.volatility && <SlideFact icon="flame">{tOptional(`volatility.${game.volatility}`, game.volatility)}</SlideFact>}
            {game.max_win_x && <SlideFact icon="trophy">{t('hero.max_win', { times: game.max_win_x })}</SlideFact>}
          </ul>
        }
      >
        <ButtonLink to="/play/$producer/$name" params={address} search={{ mode: 'real' }} size="l" icon="play">
          {t('hero.play')}
        </ButtonLink>
        {hasDemo(game) && (
          <Link
            to="/play/$producer/$name"
            params={address}
            search={{ mode: 'demo' }}
            className="pressable inline-flex h-13 items-center gap-2 rounded-m border border-text/25 bg-scrim/50 px-6 text-lg font-semibold text-text backdrop-blur-md hover:bg-scrim/80"
          >
            {t('hero.try_free')}
          </Link>
        )}
      </SlideText>
    </>
  )
}

function SlideFact({ icon, children }: { icon: 'chart' | 'flame' | 'trophy'; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      <Icon name={icon} size={18} className="text-info" />
      {children}
    </li>
  )
}
