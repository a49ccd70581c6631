import type { LocationRewrite } from '@tanstack/react-router'

/**
 * Puts the language of the visit before every address and takes it off again; `base` is `/de` or the like. The
 * lobby is `/de`, not `/de/`: the server leads on from that, and a link costs a trip more.
 */
export function languageRewrite(base: string): LocationRewrite {
  return {
    input: ({ url }) => {
      if (url.pathname === base) url.pathname = '/'
      else if (url.pathname.startsWith(`${base}/`)) url.pathname = url.pathname.slice(base.length)
      return url
    },
    output: ({ url }) => {
      url.pathname = url.pathname === '/' ? base : base + url.pathname
      return url
    },
  }
}
