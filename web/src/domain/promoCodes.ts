import { landingSearch } from '@/platform/landingSearch'
import { readStored, removeStored, writeStored } from '@/platform/stored'

/** Codes of offers that an address may carry; session storage keeps them under the same names until they are used. */
export const PROMO_CODES = ['deposit_promocode', 'gift_promocode'] as const

export type PromoCodeName = (typeof PROMO_CODES)[number]

/** As long as the longest code that the server reads. */
export const CODE_MAX = 64

const session = () => window.sessionStorage

/** The codes in the query of an address. */
export function promoCodesOf(search: string): Partial<Record<PromoCodeName, string>> {
  const parameters = new URLSearchParams(search)
  return Object.fromEntries(
    PROMO_CODES.flatMap((name) => {
      const code = parameters.get(name)?.trim().slice(0, CODE_MAX)
      return code ? [[name, code]] : []
    }),
  )
}

let isLandingKept = false

/** Keeps the codes of the address that opened this page, once: one that was used since does not come back. */
export function keepLandingCodes(): void {
  if (isLandingKept) return
  isLandingKept = true
  for (const [name, code] of Object.entries(promoCodesOf(landingSearch()))) writeStored(session, name, code)
}

/** The code that an address of this visit carried; null when none did. */
export function keptPromoCode(name: PromoCodeName): string | null {
  keepLandingCodes()
  return readStored(session, name)
}

/** Keeps a code that was typed, in place of one that an address carried. */
export function keepPromoCode(name: PromoCodeName, code: string): void {
  writeStored(session, name, code.trim().slice(0, CODE_MAX))
}

export function dropPromoCode(name: PromoCodeName): void {
  removeStored(session, name)
}

const SHOWN_KEY = 'deposit_promocode_shown'

/** The deposit code that this visit has presented; null when it has none. */
export function shownDepositCode(): string | null {
  return readStored(session, SHOWN_KEY)
}

/** Notes that a deposit code was presented: it is not again. */
export function markDepositCodeShown(code: string): void {
  writeStored(session, SHOWN_KEY, code)
}
