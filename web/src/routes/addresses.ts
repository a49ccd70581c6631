import { parseSearch } from './search'

/**
 * A redirect target is followed only within this origin: one slash first, nothing a browser could
 * read as another host. Anything else is the lobby.
 */
export function safeRedirect(target: string | undefined, origin: string = window.location.origin): string {
  if (!target?.startsWith('/') || hasControlCharacters(target)) return '/'
  try {
    const url = new URL(target, origin)
    // "//host" and "/\host" resolve to another origin; "/..//host" resolves to a path that reads as one.
    if (url.origin !== origin || url.pathname.startsWith('//')) return '/'
    return url.pathname + url.search + url.hash
  } catch {
    return '/'
  }
}

function hasControlCharacters(text: string): boolean {
  return Array.from(text).some((char) => char.charCodeAt(0) < 0x20 || char.charCodeAt(0) === 0x7f)
}

/** An address of this site as a place that the router goes to. */
export function placeOf(href: string): { to: '/'; search: object; hash: string } {
  const { pathname, search, hash } = new URL(href, window.location.origin)
  return { to: pathname as '/', search: parseSearch(search), hash: hash.slice(1) }
}

/** The same address without a trailing slash; null when it has none. Query and hash stay. */
export function withoutTrailingSlash(location: { pathname: string; search: string; hash: string }): string | null {
  if (location.pathname === '/' || !location.pathname.endsWith('/')) return null
  const pathname = location.pathname.replace(/\/+$/, '') || '/'
  return pathname + location.search + location.hash
}

/** A page number of an address: a positive integer, else undefined. */
export function pageNumber(text: string): number | undefined {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined
}

/** Hashes that open a modal on any page, with the modal's address. */
const MODAL_HASHES: Record<string, string> = {
  'sign-in': '/sign-in',
  'sign-up': '/sign-up',
  remind: '/remind',
  'new-password': '/new-password',
  'users/password/edit': '/new-password',
  'profile/password/edit': '/new-password',
}

/** What a hash asks for that is no place on the page. */
export type HashCommand = { name: 'open'; href: string } | { name: 'go'; href: string } | { name: 'chat' }

/** The command that a hash is; undefined when it is an ordinary anchor, which is scrolled to. */
export function commandOf(hash: string): HashCommand | undefined {
  const words = hash.replace(/^#/, '')
  const modal = MODAL_HASHES[words]
  if (modal) return { name: 'open', href: modal }
  if (words === 'chat') return { name: 'chat' }
  const sport = /^sport(?:_([\w-]+))?$/.exec(words)
  return sport ? { name: 'go', href: sport[1] ? `/sport/${sport[1]}` : '/sport' } : undefined
}

/** The categories whose games are listed at `pathname`, of the category `slug`; undefined for all built-in games. */
export function categoriesShown(slug: string, pathname: string): string[] | undefined {
  if (slug !== 'all') return [slug]
  return pathname.startsWith('/live') ? ['live'] : undefined
}

/** The canonical path of a list page: `/games/x` and `/categories/x` are other addresses of it. */
export function categoryPath(slug: string, page = 1): string {
  const family = slug === 'live' || slug === 'table' ? '/live' : '/pokies'
  return page > 1 ? `${family}/${slug}/${page}` : `${family}/${slug}`
}
