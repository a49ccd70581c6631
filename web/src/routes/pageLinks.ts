import type { TextPage } from '@/api/types'
import { pathOf } from './addressTable'

/**
 * Where links to a page of text lead: to the address that it names, inside the site or outside; else to the route
 * that it names; else to the page itself, also when the named route needs more than its name.
 */
export function hrefOf({ path, url, routeName }: Pick<TextPage, 'path' | 'url' | 'routeName'>): string {
  if (url) return url
  const named = routeName ? pathOf(routeName) : undefined
  return named && !named.includes('$') ? named : path
}
