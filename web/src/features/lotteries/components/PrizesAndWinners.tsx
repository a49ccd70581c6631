import type { Lottery } from '@/api/types'
import { t } from '@/i18n/messages'
import { Card } from '@/ui/Card'
import { prizeOf } from '../model/lottery'
import { PrizeName, PrizeTerms } from './PrizeText'

/** What each place wins. */
export function Prizes({ lottery }: { lottery: Lottery }) {
  return (
    <Card title={t('lottery.prizes')} text={t('lottery.prizes_text')}>
      <ul className="divide-y divide-line/60 text-sm">
        {lottery.prizes.map((prize) => (
          <li key={prize.from} className="flex items-baseline justify-between gap-4 py-2.5">
            <span className="tabular font-display font-semibold">
              {prize.from === prize.to ? prize.from : t('tournaments.places', { from: prize.from, to: prize.to })}
            </span>
            <span className="text-right">
              <PrizeName prize={prize} currency={lottery.currency} />
              <PrizeTerms prize={prize} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Who has won, with the ticket and the prize; the player's own `tickets` are marked. */
export function Winners({ lottery, tickets }: { lottery: Lottery; tickets: readonly number[] }) {
  if (lottery.status !== 'archive') return <p className="text-sm text-soft">{t('lottery.winners_later')}</p>
  if (lottery.winners.length === 0) return <p className="text-sm text-soft">{t('lottery.winners_none')}</p>
  return (
    <ol className="divide-y divide-line/60">
      {lottery.winners.map(({ place, ticket, nickname }) => {
        const prize = prizeOf(lottery, place)
        const isOwn = tickets.includes(ticket)
        return (
          <li key={place} className={`grid grid-cols-[2.5rem_1fr_auto] items-center gap-3 py-3 ${isOwn ? 'text-win' : ''}`}>
            <span className="tabular font-display text-lg font-semibold">
              <span className="sr-only">{t('lottery.place')} </span>
              {place}
            </span>
            <span className="min-w-0">
              <span className="block truncate font-medium">{isOwn ? t('lottery.you') : nickname}</span>
              <span className="tabular block text-xs text-muted">{t('lottery.ticket', { ticket })}</span>
            </span>
            {prize && <PrizeName prize={prize} currency={lottery.currency} />}
          </li>
        )
      })}
    </ol>
  )
}
