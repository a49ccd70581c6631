import { whenCookiesAccepted } from '@/platform/consent'
import { readCookie, writeCookie } from '@/platform/cookies'

/** Who sent the visitor, as the cookies say; only those that are known. */
export interface AffiliateTags {
  affb_id?: string | undefined
  stag?: string | undefined
  partner_id?: string | undefined
}

/** Names of the cookies, which are those of the parameters of an address too. */
export const AFFILIATE_COOKIES = ['affb_id', 'stag', 'partner_id'] as const

/** What is known of this visit alone, until cookies are accepted. */
let ofVisit: AffiliateTags = {}

/** How long it stays known who sent a visitor, in seconds: 30 days. */
const KEPT_S = 2_592_000

/** Keeps who sent the visitor: for this visit, and once cookies are accepted for 30 days. Newer tags take the place of older ones. */
export function keepAffiliateTags(tags: AffiliateTags): void {
  ofVisit = { ...ofVisit, ...tags }
  whenCookiesAccepted(() => {
    for (const name of AFFILIATE_COOKIES) {
      const tag = tags[name]
      if (tag) writeCookie(name, tag, KEPT_S)
    }
  })
}

/** The tags that this visit or this browser knows. */
export function affiliateTags(page?: Pick<Document, 'cookie'>): AffiliateTags {
  const known = AFFILIATE_COOKIES.map((name) => [name, readCookie(name, page)] as const).filter(([, value]) => value)
  return { ...Object.fromEntries(known), ...ofVisit }
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
