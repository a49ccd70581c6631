import { useQuery } from '@tanstack/react-query'
import { useClientContext } from '@/api/session/clientContext'
import type { RegistrationOffer } from '@/api/types'
import { currentLocale, t } from '@/i18n/messages'
import { Icon } from '@/ui/Icon'
import { useMoneyText } from '@/ui/Money'
import { registrationGiftsQuery } from '../api/registrationGifts'
import { useGetsOffers } from './useGetsOffers'

/** What a new account brings; nothing for visitors of affiliates whose visitors get no offers. */
export function RegistrationGifts() {
  const offers = useQuery(registrationGiftsQuery(currentLocale())).data
  const currency = useClientContext()?.currency
  const money = useMoneyText()
  const getsOffers = useGetsOffers()
  if (!offers || offers.length === 0 || !getsOffers) return null
  const nameOf = ({ title, currencies }: RegistrationOffer) => {
    const amounts = currencies.find((known) => known.currency === currency)
    return amounts ? `${title} (${money(amounts.amount_cents, amounts.currency)})` : title
  }
  return (
    <p className="mb-5 flex items-start gap-3 rounded-m border border-accent/30 bg-accent/6 px-4 py-3 text-sm">
      <Icon name="gift" size={20} className="mt-px shrink-0 text-accent" />
      {t('offers.registration', { gifts: offers.map(nameOf).join(', ') })}
    </p>
  )
}
