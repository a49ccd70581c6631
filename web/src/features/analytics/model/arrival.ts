import { affiliateTags, keepAffiliateTags } from '@/domain/affiliates'
import { whenCookiesAccepted } from '@/platform/consent'
import { readStored, writeStored } from '@/platform/stored'
import { tagOfReferrer } from '../api/referrers'
import { affiliateTagsOf, referrerHost, utmMarksOf, type UtmMarks } from './campaign'

const UTM_KEY = 'utm'

const session = () => window.sessionStorage

/** Keeps what the address says of who sent the visitor. Answers the marks of a campaign in it. */
export function keepArrival(search: string): UtmMarks {
  keepAffiliateTags(affiliateTagsOf(search))
  const marks = utmMarksOf(search)
  if (Object.keys(marks).length > 0) whenCookiesAccepted(() => writeStored(session, UTM_KEY, JSON.stringify(marks)))
  return marks
}

/** Visitors from some hosts belong to an affiliate, unless an address has named one. */
export async function keepReferrer(referrer: string, ownHost: string): Promise<void> {
  const host = referrerHost(referrer, ownHost)
  if (host === null || affiliateTags().stag) return
  const tag = await tagOfReferrer(host)
  if (tag) keepAffiliateTags({ stag: tag })
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
