import type { DepositOffer, PublicOffer, RegistrationOffer } from '@/api/types'

/** What a public offer describes: exactly one of the two. */
export type Described = { kind: 'deposit'; offer: DepositOffer } | { kind: 'registration'; offer: RegistrationOffer }

/** The bonus that a public offer is about; undefined where the server knows a kind that the site does not. */
export function describedBy({ deposit, registration }: PublicOffer): Described | undefined {
  if (deposit) return { kind: 'deposit', offer: deposit }
  if (registration) return { kind: 'registration', offer: registration }
  return undefined
}

/** Told in where an offer is not made in the visitor's currency. */
const FALLBACK = 'EUR'

/** What an offer gives in `currency`, else in euros, else in the first currency that it is made in. */
export function shownAmounts<Amounts extends { currency: string }>({ currencies }: { currencies: readonly Amounts[] }, currency: string): Amounts | undefined {
  const of = (code: string) => currencies.find((amounts) => amounts.currency === code)
  return of(currency) ?? of(FALLBACK) ?? currencies[0]
}
