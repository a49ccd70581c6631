import type { SportVisit } from '@/api/types'

/** Hosts of this machine, which have no certificate. */
const LOCAL = /^(?:localhost|127\.0\.0\.1|\[::1\]|.+\.localhost)(?::\d+)?$/

/** The address on the sports site that shows `section` in the language `locale`. */
export function sportUrl({ host, token }: SportVisit, section: string | undefined, locale: string): string {
  const url = new URL(`${LOCAL.test(host) ? 'http' : 'https'}://${host}/${encodeURIComponent(section ?? '')}`)
  if (token !== null) url.searchParams.set('token', token)
  url.searchParams.set('locale', locale)
  return url.href
}
