import { useQuery } from '@tanstack/react-query'
import { useActiveAccount } from '@/api/session/accounts'
import { publicOffersQuery } from '@/api/session/bonuses'
import { useClientContext } from '@/api/session/clientContext'
import { usePlayer } from '@/api/session/player'
import { currentLocale } from '@/i18n/messages'

/** Every bonus that has a page, as the visitor may get it. */
export function usePublicOffers() {
  return useQuery(publicOffersQuery(currentLocale(), usePlayer()?.id ?? null))
}

/** In which currency a visitor reads of bonuses: that of the wallet in use, else that of where they are. */
export function useOfferCurrency(): string {
  const account = useActiveAccount()
  const context = useClientContext()
  return account?.currency ?? context?.currency ?? ''
}
