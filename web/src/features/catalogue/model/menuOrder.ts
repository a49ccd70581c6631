import type { Collection, MenuItem } from '@/api/types'

/** The category that an item of the menu leads to; undefined when it leads to none, or to all games. */
export function categoryOf(path: string): string | undefined {
  const [, family = '', id = ''] = path.split('/')
  if (family === 'live' && id === 'all') return 'live'
  return ['pokies', 'live', 'games'].includes(family) && id !== 'all' ? id : undefined
}

/** Categories in the order in which the menu of games names them; those that it does not name follow as they are. */
export function inMenuOrder(collections: readonly Collection[], menu: readonly Pick<MenuItem, 'path'>[]): Collection[] {
  const named = menu.map(({ path }) => categoryOf(path))
  const place = ({ id }: Collection) => (named.includes(id) ? named.indexOf(id) : named.length)
  return collections.toSorted((a, b) => place(a) - place(b))
}
