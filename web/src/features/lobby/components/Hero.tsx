import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useBrand } from '@/api/info/brand'
import { usePlayer } from '@/api/session/player'
import { useHasNeverDeposited } from '@/api/session/stats'
import type { Game } from '@/api/types'
import { t, tOptional } from '@/i18n/messages'
import { multipleText, shareText } from '@/i18n/names'
import { cx } from '@/platform/cx'
import { canPlayForMoney, hasDemo } from '@/domain/game'
import { Carousel } from '@/ui/Carousel'
import { GamePicture } from '@/ui/GamePicture'
import { HeroArt } from '@/ui/HeroArt'
import { Icon } from '@/ui/Icon'
import { ButtonLink } from '@/ui/Link'
import { Skeleton } from '@/ui/Skeleton'
import { SlideText } from '@/ui/SlideText'
import { Aurora } from './Aurora'

const FAN = 3
/** So many slides follow the first, whatever fills them: the dots stand still when banners come in. */
const FURTHER = 3

interface HeroProps {
  /** Games with a slide of their own, best first; undefined while they load. */
  games: Game[] | undefined
  /** What is on in the casino; games fill up what it leaves. */
  slides?: { id: string; content: ReactNode }[]
}

/** What the operator is, what is on, and its best games. */
export function Hero({ games = [], slides = [] }: HeroProps) {
  return (
    <Carousel
      label={t('carousel.label')}
      className="h-[552px] sm:h-[460px] lg:h-[440px]"
      slides={[
        { id: 'casino', content: <CasinoSlide games={games} /> },
        ...slides,
        ...games.slice(0, Math.max(0, FURTHER - slides.length)).map((game) => ({ id: game.identifier, content: <GameSlide game={game} /> })),
      ]}
    />
  )
}

function CasinoSlide({ games }: { games: Game[] }) {
  const player = usePlayer()
  const isNew = useHasNeverDeposited()
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
        {player && isNew ? (
          <ButtonLink to="/deposit" size="l">
            {t('hero.first_deposit')}
          </ButtonLink>
        ) : player ? (
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
          {game ? <GamePicture game={game} alt="" sizes="(width >= 1200px) 208px, (width >= 480px) 17vw, 27vw" eager /> : <Skeleton className="size-full" />}
        </span>
      ))}
    </div>
  )
}

function GameSlide({ game }: { game: Game }) {
  const address = { producer: game.provider, name: game.seo_title }
  return (
    <div className="on-art contents">
      <HeroArt game={game} shade="left" sizes="(width >= 1440px) 1376px, 100vw" />
      <SlideText
        title={game.title}
        text={
          <ul className="flex flex-wrap gap-x-5 gap-y-1 text-base">
            {game.rtp && <SlideFact icon="chart">{t('hero.rtp', { rtp: shareText(game.rtp) })}</SlideFact>}
            {game.rtp_with_jackpot && <SlideFact icon="chart">{t('hero.rtp_jackpot', { rtp: shareText(game.rtp_with_jackpot) })}</SlideFact>}
            {game.volatility && <SlideFact icon="flame">{tOptional(`volatility.${game.volatility}`, game.volatility)}</SlideFact>}
            {game.max_win_x && <SlideFact icon="trophy">{t('hero.max_win', { times: multipleText(game.max_win_x) })}</SlideFact>}
          </ul>
        }
      >
        {canPlayForMoney(game) && (
          <ButtonLink to="/play/$producer/$name" params={address} search={{ mode: 'real' }} size="l" icon="play">
            {t('hero.play')}
          </ButtonLink>
        )}
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
    </div>
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
