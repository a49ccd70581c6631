import { t, tOptional } from '@/i18n/messages'
import { dateTimeText } from '@/i18n/names'
import { isHandedOver } from '@/domain/handedOver'
import { useMoneyText } from '@/ui/Money'
import type { Gift } from '../model/gifts'

/** What a gift asks: a sentence on what makes it cash, then each condition in a few words. */
export function GiftTerms({ gift }: { gift: Gift }) {
  const { sentence, conditions } = useTerms(gift)
  return (
    <div className="mt-4 text-sm">
      <p className="text-text">{sentence}</p>
      {conditions.length > 0 && (
        <ul aria-label={t('gifts.terms.title')} className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-soft">
          {conditions.map((condition) => (
            <li key={condition} className="flex items-baseline gap-1.5">
              <span aria-hidden="true" className="size-1 shrink-0 -translate-y-0.5 rounded-full bg-muted" />
              {condition}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface TermTexts {
  sentence: string
  conditions: string[]
}

function useTerms({ type, gift }: Gift): TermTexts {
  const money = useMoneyText()
  const amount = (cents: number) => money(cents, gift.currency)
  const conditions: string[] = []
  if (type === 'freespins') {
    conditions.push(t('gifts.terms.stake', { amount: amount(gift.stake_cents) }))
  } else {
    if (gift.bet_max_cents !== null) conditions.push(t('gifts.terms.bet_max', { amount: amount(gift.bet_max_cents) }))
    const excluded = excludedText(gift.excluded_categories, gift.excluded_games)
    if (excluded) conditions.push(t('gifts.terms.excluded', { names: excluded }))
    if (gift.lost_below_cents !== null) conditions.push(t('gifts.terms.lost_below', { amount: amount(gift.lost_below_cents) }))
    if (gift.canceled_by_cashout) conditions.push(t('gifts.terms.cashout'))
  }
  if (gift.win_max_cents !== null) conditions.push(t('gifts.terms.win_max', { amount: amount(gift.win_max_cents) }))
  if (gift.valid_until !== null) conditions.push(t('gifts.terms.until', { date: dateTimeText(gift.valid_until) }))
  return { sentence: sentenceOf({ type, gift } as Gift, amount), conditions }
}

function sentenceOf({ type, gift }: Gift, amount: (cents: number) => string): string {
  if (type === 'freespins') {
    return gift.wager_multiple > 0 ? t('gifts.terms.spins_wager', { multiple: gift.wager_multiple }) : t('gifts.terms.spins_cash')
  }
  if (isHandedOver(gift.type)) return t('gifts.terms.by_hand')
  const required = gift.amount_wager_requirement_cents
  if (required === 0) return t('gifts.terms.no_wager')
  return t(gift.sticky ? 'gifts.terms.wager_sticky' : 'gifts.terms.wager', { amount: amount(required) })
}

/** The names of what cannot be played; a game is named by the last part of its identifier, as in its address. */
export function excludedText(categories: readonly string[], games: readonly string[]): string {
  return [...categories.map((id) => tOptional(`category.${id}`, id)), ...games.map((game) => titleOf(game))].join(', ')
}

/** `northlight/solar-sails` as people write it: `Solar Sails`. */
function titleOf(identifier: string): string {
  const slug = identifier.split('/').at(-1) ?? identifier
  return slug.replaceAll(/(^|-)(\w)/g, (_, dash: string, letter: string) => (dash && ' ') + letter.toUpperCase())
}
