import { usePlayer } from '@/api/session/player'
import type { Game } from '@/api/types'
import { t, tOptional } from '@/i18n/messages'
import { mechanicText } from '@/i18n/mechanics'
import { multipleText, shareText } from '@/i18n/names'
import { houseEdge, rtpBetween } from '@/domain/game'
import { Icon, type IconName } from '@/ui/Icon'
import { TextLink } from '@/ui/Link'

interface Fact {
  id: string
  icon: IconName
  label: string
  value: string
  help: string
}

function factsOf(game: Game): Fact[] {
  const facts: (Fact | null)[] = [
    game.rtp
      ? { id: 'rtp', icon: 'chart', label: t('fact.rtp'), value: shareText(game.rtp), help: t('fact.rtp_help', { edge: shareText(houseEdge(game.rtp)) }) }
      : null,
    game.rtp && game.rtp_with_jackpot
      ? {
          id: 'rtp_jackpot',
          icon: 'crown',
          label: t('fact.rtp_jackpot'),
          value: shareText(game.rtp_with_jackpot),
          help: t('fact.rtp_jackpot_help', { share: shareText(String(Number(rtpBetween(game.rtp, game.rtp_with_jackpot)))) }),
        }
      : null,
    game.hit_rate ? { id: 'hit', icon: 'dice', label: t('fact.hit_rate'), value: shareText(game.hit_rate), help: t('fact.hit_rate_help') } : null,
    game.volatility
      ? {
          id: 'vol',
          icon: 'flame',
          label: t('fact.volatility'),
          value: tOptional(`fact.volatility_${game.volatility}`, game.volatility),
          help: tOptional(`fact.volatility_${game.volatility}_help`, ''),
        }
      : null,
    game.max_win_x
      ? {
          id: 'max',
          icon: 'trophy',
          label: t('fact.max_win'),
          value: t('fact.max_win_value', { times: multipleText(game.max_win_x) }),
          help: t('fact.max_win_help'),
        }
      : null,
  ]
  return facts.filter((fact) => fact !== null)
}

/** The mathematics of a game, in plain words. */
export function GameFacts({ game }: { game: Game }) {
  const facts = factsOf(game)
  if (facts.length === 0) return null
  return (
    <section aria-labelledby="facts">
      <h2 id="facts" className="text-xl font-semibold">
        {t('fact.title')}
      </h2>
      <dl className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-3">
        {facts.map((fact) => (
          <div key={fact.id} className="rounded-l border border-line bg-surface p-4 md:p-5">
            <dt className="flex items-center gap-2 text-sm text-muted">
              <Icon name={fact.icon} size={18} className="text-info" />
              {fact.label}
            </dt>
            <dd className="tabular mt-2 font-display text-2xl font-semibold">{fact.value}</dd>
            <dd className="mt-1.5 text-xs text-muted">{fact.help}</dd>
          </div>
        ))}
      </dl>
      {game.own && <FairnessNote slug={game.slug} />}
      {game.mechanics.length > 0 && (
        <ul aria-label={t('fact.mechanics')} className="mt-4 flex flex-wrap gap-2">
          {game.mechanics.map((mechanic) => (
            <li key={mechanic} className="rounded-full border border-line px-3.5 py-1.5 text-xs text-soft">
              {mechanicText(mechanic)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Where a player checks rounds, and what the maths were counted from; a guest is told how checking goes. */
function FairnessNote({ slug }: { slug: string }) {
  const player = usePlayer()
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-l border border-line bg-surface p-4 text-sm text-soft md:px-5">
      <Icon name="shield" className="shrink-0 text-success" />
      <span className="min-w-0 flex-1 basis-56">{t('fact.fair')}</span>
      {player ? (
        <TextLink to="/profile/fairness" className="font-medium">
          {t('fact.fair_check')}
        </TextLink>
      ) : (
        <TextLink to="/" hash="fairness" className="font-medium">
          {t('fact.fair_how')}
        </TextLink>
      )}
      <TextLink to="/par/$slug" params={{ slug }} className="font-medium">
        {t('par.title')}
      </TextLink>
    </p>
  )
}
