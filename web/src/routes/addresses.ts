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
}

/** The modal that a hash asks for; undefined when it is an ordinary anchor. */
export function modalOfHash(hash: string): string | undefined {
  return MODAL_HASHES[hash.replace(/^#/, '')]
}

/** The canonical path of a list page: `/games/x` and `/categories/x` are other addresses of it. */
export function categoryPath(slug: string, page = 1): string {
  const family = slug === 'live' || slug === 'table' ? '/live' : '/pokies'
  return page > 1 ? `${family}/${slug}/${page}` : `${family}/${slug}`
}
