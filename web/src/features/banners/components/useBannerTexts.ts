import { useQuery } from '@tanstack/react-query'
import { currencyConfigQuery } from '@/api/info/currencyConfig'
import { useCurrencies } from '@/api/info/reference'
import { useClientContext } from '@/api/session/clientContext'
import { usePlayer } from '@/api/session/player'
import { currentLocale } from '@/i18n/messages'
import { formatMoney } from '@/domain/money'
import { amountFor, filledIn, type Banner } from '../model/banner'

/** Headline and text of a banner with its variables, and its amounts in the currency that this visitor is shown. */
export function useBannerTexts({ title, description, variables, amounts }: Banner): { title: string; description: string } {
  const currencies = useCurrencies()
  const context = useClientContext()
  const own = usePlayer()?.currency ?? context?.currency ?? 'EUR'
  const displayMap = useQuery(currencyConfigQuery).data?.displayMap ?? {}
  const filled = Object.entries(amounts ?? {}).map(([name, table]) => {
    const { cents, currency } = amountFor(table, own, displayMap)
    return [name, formatMoney(cents, currency, currencies, currentLocale())] as const
  })
  const values = { ...variables, ...Object.fromEntries(filled) }
  return { title: filledIn(title.text, values), description: filledIn(description.text, values) }
}
