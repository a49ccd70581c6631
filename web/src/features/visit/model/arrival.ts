import { AFFILIATE_COOKIES, affiliateTags } from '@/lib/affiliates'
import { writeCookie } from '@/lib/cookies'
import { readStored, writeStored } from '@/lib/stored'
import { tagOfReferrer } from '../api/referrers'
import { affiliateTagsOf, promoCodesOf, referrerHost, utmMarksOf, type UtmMarks } from './campaign'

/** How long it stays known who sent a visitor, in seconds: 30 days. */
const AFFILIATE_S = 2_592_000
const UTM_KEY = 'utm'

const session = () => window.sessionStorage

/** The address with which this page was opened; the router may have changed it since. */
export function landingSearch(): string {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation && URL.canParse(navigation.name) ? new URL(navigation.name).search : window.location.search
}

/** Keeps what the address says of who sent the visitor and of offers. Answers the marks of a campaign in it. */
export function keepArrival(search: string): UtmMarks {
  const tags = affiliateTagsOf(search)
  for (const name of AFFILIATE_COOKIES) {
    const tag = tags[name]
    if (tag) writeCookie(name, tag, AFFILIATE_S)
  }
  for (const [name, code] of Object.entries(promoCodesOf(search))) writeStored(session, name, code)
  const marks = utmMarksOf(search)
  if (Object.keys(marks).length > 0) writeStored(session, UTM_KEY, JSON.stringify(marks))
  return marks
}

/** Visitors from some hosts belong to an affiliate, unless an address has named one. */
export async function keepReferrer(referrer: string, ownHost: string): Promise<void> {
  const host = referrerHost(referrer, ownHost)
  if (host === null || affiliateTags().stag) return
  const tag = await tagOfReferrer(host)
  if (tag) writeCookie('stag', tag, AFFILIATE_S)
}

/** The marks of the campaign that brought this visit, the newest ones; null when none did. */
export function keptMarks(): UtmMarks | null {
  const text = readStored(session, UTM_KEY)
  try {
    return text === null ? null : (JSON.parse(text) as UtmMarks)
  } catch {
    // Somebody else has written there.
    return null
  }
}
