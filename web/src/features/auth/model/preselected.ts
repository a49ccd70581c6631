import type { Country, Currency } from '@/api/types'

/** What a form starts with when nothing is known of the visitor. */
const FALLBACK = { country: 'CA', currency: 'EUR' }

/**
 * Country and currency to start a sign-up with: where the visitor seems to be, and what is paid with there.
 * A restricted country or a currency without wallets gives way to the fallback, or to the first on offer.
 */
export function preselected(
  visitorCountry: string | null,
  countries: readonly Country[],
  currencies: readonly Currency[],
): { country: string; currency: string } {
  const find = (code: string | null) => countries.find((country) => country.code === code)
  const country = find(visitorCountry) ?? find(FALLBACK.country) ?? countries[0]
  const isOffered = (code: string | undefined) => currencies.some((currency) => currency.code === code)
  const local = find(visitorCountry)?.currency
  const currency = local && isOffered(local) ? local : isOffered(FALLBACK.currency) ? FALLBACK.currency : currencies[0]?.code
  return { country: country?.code ?? '', currency: currency ?? '' }
}
