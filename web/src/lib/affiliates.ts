import { readCookie } from './cookies'

/** Who sent the visitor, as the cookies say; only those that are known. */
export interface AffiliateTags {
  affb_id?: string
  stag?: string
  partner_id?: string
}

/** Names of the cookies, which are those of the parameters of an address too. */
export const AFFILIATE_COOKIES = ['affb_id', 'stag', 'partner_id'] as const

/** The tags that this browser keeps. */
export function affiliateTags(page?: Pick<Document, 'cookie'>): AffiliateTags {
  const known = AFFILIATE_COOKIES.map((name) => [name, readCookie(name, page)] as const).filter(([, value]) => value)
  return Object.fromEntries(known)
}

/**
 * The half of an A/B test that an id belongs to: its last hex digit, even or odd. The affiliate's id counts, and
 * for want of that the player's; who has neither is in the first half.
 */
export function abVariant(affiliateId: string | undefined, playerId?: number): 0 | 1 {
  const id = affiliateId ?? (playerId === undefined ? '' : String(playerId))
  const digit = id.toLowerCase().match(/[0-9a-f](?=[^0-9a-f]*$)/)?.[0]
  return digit !== undefined && Number.parseInt(digit, 16) % 2 === 1 ? 1 : 0
}
