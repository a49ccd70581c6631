/** Where cookies are read and written: the page, or what stands in for it. */
type Page = Pick<Document, 'cookie'>

/** The value of a cookie of this host; null when there is none. */
export function readCookie(name: string, page: Page = document): string | null {
  const pair = page.cookie.split('; ').find((candidate) => candidate.startsWith(`${name}=`))
  return pair ? decodeURIComponent(pair.slice(name.length + 1)) : null
}

/** Keeps a value on this device for so many seconds, for the whole site. */
export function writeCookie(name: string, value: string, maxAgeS: number, page: Page = document): void {
  page.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAgeS}; SameSite=Lax`
}
