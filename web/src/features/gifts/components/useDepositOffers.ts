import { useQuery } from '@tanstack/react-query'
import { depositOffersQuery } from '@/api/session/bonuses'
import { usePlayer } from '@/api/session/player'
import type { DepositOffer } from '@/api/types'
import { currentLocale } from '@/i18n/messages'
import { amountsOf, type OfferAmounts } from '../model/offers'

/** An offer with what it gives in the wallet's currency. */
export interface PayableOffer {
  offer: DepositOffer
  amounts: OfferAmounts
}

interface DepositOffers {
  offers: PayableOffer[]
  isPending: boolean
  hasFailed: boolean
  retry: () => void
}

/** The bonuses that the player's next deposit into a wallet of `currency` may bring. */
export function useDepositOffers(currency: string): DepositOffers {
  const isPlayer = Boolean(usePlayer())
  const { data, isPending, isError, refetch } = useQuery({ ...depositOffersQuery(currentLocale()), enabled: isPlayer })
  const offers = (data ?? []).flatMap((offer) => {
    const amounts = amountsOf(offer, currency)
    return amounts ? [{ offer, amounts }] : []
  })
  return { offers, isPending: isPlayer && isPending, hasFailed: isError && !data, retry: () => void refetch() }
}
