import { dropPromoCode, keepPromoCode } from '@/domain/promoCodes'

/** The field of the sign-up form for a promo code; it is not sent with the form. */
export const PROMO_CODE = 'promo_code'

/**
 * Keeps what was typed for the page of gifts, which redeems it; an emptied field forgets the code of the address. A sign-up that is
 * refused keeps it for the next try of this visit: it goes once it is redeemed or refused, and when a guest comes to the lobby.
 */
export function keepTypedCode(typed: string): void {
  if (typed.trim() === '') dropPromoCode('gift_promocode')
  else keepPromoCode('gift_promocode', typed)
}
