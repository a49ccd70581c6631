import type { Tournament } from '@/api/types'
import { currentLocale, t } from '@/i18n/messages'
import { Card } from '@/ui/Card'
import { useMoneyText } from '@/ui/Money'
import { multipleText } from '../model/tournament'
import { PlacePrize } from './PlacePrize'

/** What each place wins. */
export function Prizes({ tournament }: { tournament: Tournament }) {
  const { prizes } = tournament
  if (prizes.length === 0) return null
  return (
    <Card title={t('tournaments.prizes')} text={t(prizes.some(({ gift }) => gift) ? 'lottery.prizes_text' : 'tournaments.prizes_text')}>
      <ul className="divide-y divide-line/60 text-sm">
        {prizes.map((prize) => (
          <li key={prize.from} className="flex items-baseline justify-between gap-4 py-2.5 text-right">
            <span className="tabular font-display font-semibold">
              {prize.from === prize.to ? prize.from : t('tournaments.places', { from: prize.from, to: prize.to })}
            </span>
            <PlacePrize tournament={tournament} prize={prize} className="font-semibold" />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** How a tournament is scored, in sentences. */
export function Rules({ tournament }: { tournament: Tournament }) {
  const moneyText = useMoneyText()
  const { min_bet_cents: least, currency } = tournament
  const rules = [
    ...scoring(tournament),
    ...(least > 0 ? [t('tournaments.rule_min_bet', { amount: moneyText(least, currency) })] : []),
    t('tournaments.rule_real'),
    t('tournaments.rule_ties'),
    t('tournaments.rule_end'),
  ]
  return (
    <Card title={t('tournaments.rules')}>
      <ul className="list-disc space-y-2 pl-5 text-sm text-soft marker:text-muted">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </Card>
  )
}

function scoring({ strategy }: Tournament): string[] {
  if (strategy.kind !== 'points') return [t(`tournaments.rule_${strategy.kind}`)]
  return strategy.conditions.map(({ multiplier, points }) => t('tournaments.rule_points', { multiplier: multipleText(multiplier, currentLocale()), points }))
}
