import { AFFILIATE_COOKIES, type AffiliateTags } from '@/domain/affiliates'

/** The marks of a campaign that the operator tracks; others in an address are nobody's business. */
export const UTM_PARAMETERS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term', 'sub_id'] as const

export type UtmMarks = Partial<Record<(typeof UTM_PARAMETERS)[number], string>>

const MARK_MAX = 256
const TAG_MAX = 64

function picked(search: string, names: readonly string[], max: number): Record<string, string> {
  const parameters = new URLSearchParams(search)
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = parameters.get(name)?.trim().slice(0, max)
      return value ? [[name, value]] : []
    }),
  )
}

/** The marks in the parameters of an address. */
export const utmMarksOf = (search: string) => picked(search, UTM_PARAMETERS, MARK_MAX) as UtmMarks

/** The affiliate's tags in the parameters of an address. */
export const affiliateTagsOf = (search: string) => picked(search, AFFILIATE_COOKIES, TAG_MAX) as AffiliateTags

/** The other host that led here; null for our own pages and for an address that was typed. */
export function referrerHost(referrer: string, ownHost: string): string | null {
  if (!URL.canParse(referrer)) return null
  const { host } = new URL(referrer)
  return host === '' || host === ownHost ? null : host
}
