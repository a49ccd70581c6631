import type { Game } from '@/api/types'
import { t, tOptional } from '@/i18n/messages'
import { multipleText, shareText } from '@/i18n/names'
import { noRealPlayText } from '@/i18n/noRealPlay'
import { hasDemo } from '@/domain/game'
import { HeroArt } from '@/ui/HeroArt'
import { ButtonLink } from '@/ui/Link'
import { FavouriteButton } from './FavouriteButton'
import { SeeAll } from './GameRow'
import { GameTile } from './GameTile'
import { ShowcaseSkeleton } from './ShowcaseSkeleton'
import { useTiles } from './useTiles'

const TILES = 4

/** One game large with its art, the next ones as tiles beside it: a full shelf from few games. */
export function Showcase({ title, games }: { title: string; games: Game[] | undefined }) {
  const [first, ...others] = games ?? []
  const stateOf = useTiles()
  if (!first) return <ShowcaseSkeleton title={title} />
  return (
    <section>
      <header className="mb-4 flex items-center justify-between gap-4">
        <h2 className="text-xl font-semibold">{title}</h2>
        <SeeAll to="/pokies/all" title={title} />
      </header>
      <div className="grid gap-x-5 gap-y-6 xl:grid-cols-[1.02fr_1fr]">
        <FeatureCard game={first} />
        <ul className="grid grid-cols-2 gap-x-3 gap-y-6 sm:grid-cols-3 md:gap-x-5">
          {others.slice(0, TILES).map((game, index) => (
            <li key={game.identifier} className={index === TILES - 1 ? 'sm:hidden' : undefined}>
              <GameTile game={game} {...stateOf(game)} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** A game over the whole width of its art. */
export function FeatureCard({ game, tag }: { game: Game; tag?: string }) {
  const why = noRealPlayText(game)
  const address = { producer: game.provider, name: game.seo_title }
  return (
    <article className="group/art on-art relative flex min-h-[380px] flex-col justify-end overflow-hidden rounded-l border border-line/70 xl:min-h-0">
      <HeroArt game={game} shade="left" sizes="(width >= 1200px) 50vw, 100vw" />
      <FavouriteButton
        game={game}
        className="absolute! top-3 right-3 rounded-full! bg-scrim/55 text-text! backdrop-blur-sm hover:bg-scrim/80 aria-pressed:text-danger!"
      />
      <div className="relative p-6 md:p-8">
        {tag && <p className="mb-2 text-sm font-semibold text-soft">{tag}</p>}
        <h3 className="text-3xl font-bold">{game.title}</h3>
        <dl className="mt-4 flex flex-wrap gap-x-7 gap-y-2">
          {game.rtp && <Figure label={t('fact_short.rtp')} value={shareText(game.rtp)} />}
          {game.rtp_with_jackpot && <Figure label={t('fact_short.rtp_jackpot')} value={shareText(game.rtp_with_jackpot)} />}
          {game.volatility && <Figure label={t('fact_short.volatility')} value={tOptional(`fact.volatility_${game.volatility}`, game.volatility)} />}
          {game.max_win_x && <Figure label={t('fact_short.max_win')} value={t('fact.max_win_value', { times: multipleText(game.max_win_x) })} />}
        </dl>
        <div className="mt-6 flex gap-3">
          {why === null ? (
            <ButtonLink to="/play/$producer/$name" params={address} search={{ mode: 'real' }} icon="play">
              {t('tile.play')}
            </ButtonLink>
          ) : (
            <p className="text-sm text-soft">{why}</p>
          )}
          {hasDemo(game) && (
            <ButtonLink to="/play/$producer/$name" params={address} search={{ mode: 'demo' }} variant="secondary">
              {t('tile.demo')}
            </ButtonLink>
          )}
        </div>
      </div>
    </article>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-xs text-soft">{label}</dt>
      <dd className="tabular font-display text-lg font-semibold">{value}</dd>
    </div>
  )
}
