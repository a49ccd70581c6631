import { t, type MessageKey } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { totalOf } from '../model/baccarat'
import type { BaccaratStep, DealtCard } from '../model/types'

const SUITS: Readonly<Record<string, string>> = { C: '♣', D: '♦', H: '♥', S: '♠' }

const SPOTS: Readonly<Record<BaccaratStep['spots'][number]['spot'], MessageKey>> = {
  player: 'fairness.felt_player',
  banker: 'fairness.felt_banker',
  tie: 'fairness.felt_tie',
  player_pair: 'fairness.felt_player_pair',
  banker_pair: 'fairness.felt_banker_pair',
}

/** What became of a bet on the felt. */
export function FeltOutcome({ step }: { step: BaccaratStep }) {
  return (
    <div className="space-y-2">
      {step.returned ? <p>{t('fairness.felt_returned')}</p> : <Hands cards={step.cards} />}
      <p className="text-sm text-soft">{step.spots.map(({ spot }) => t(SPOTS[spot])).join(' · ')}</p>
    </div>
  )
}

/** The two hands of a round with what they are worth. */
export function Hands({ cards }: { cards: readonly DealtCard[] }) {
  return (
    <div className="flex flex-wrap gap-4">
      {(['player', 'banker'] as const).map((hand) => (
        <figure key={hand}>
          <figcaption className="mb-1 text-xs text-muted">
            {t(SPOTS[hand])}: {totalOf(cards, hand)}
          </figcaption>
          <p className="flex gap-1">
            {cards
              .filter(({ to }) => to === hand)
              .map(({ card }, index) => (
                <Card key={index} card={card} />
              ))}
          </p>
        </figure>
      ))}
    </div>
  )
}

function Card({ card }: { card: string }) {
  const [rank, suit] = [card.charAt(0), card.charAt(1)]
  const isRed = suit === 'D' || suit === 'H'
  return (
    <span
      className={cx(
        'tabular grid h-10 min-w-9 place-items-center rounded-s border border-line bg-page px-1 text-sm font-semibold',
        isRed ? 'text-danger-text' : 'text-text',
      )}
    >
      {rank === 'T' ? '10' : rank}
      {SUITS[suit]}
    </span>
  )
}
