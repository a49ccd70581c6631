import { t } from '@/i18n/messages'
import { amountFor } from '@/domain/prizeAmounts'
import { useMoneyText } from './Money'

type Amounts = Record<string, { amount_cents: number }>

/** What a prize gives and asks, as far as its texts say it. */
interface PrizeFigures {
  title: string
  attributes: { bonus_amount: Amounts }
  result_bonus: { wager: number; max_win: Amounts }
}

/** How prizes are called, and what they ask, with amounts in `currency`; in euros where a prize does not know it. */
export function usePrizeTexts(currency: string | undefined) {
  const money = useMoneyText()
  return {
    name: ({ title, attributes }: PrizeFigures): string => {
      const amount = amountFor(attributes.bonus_amount, currency)
      return amount ? t('lootbox.bonus', { title, amount: money(amount.amount_cents, amount.currency) }) : title
    },
    terms: ({ result_bonus: { wager, max_win } }: PrizeFigures): string => {
      const most = amountFor(max_win, currency)
      return most ? t('lootbox.terms_text', { wager, amount: money(most.amount_cents, most.currency) }) : t('lootbox.wager_text', { wager })
    },
  }
}
