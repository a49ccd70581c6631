import { useQuery } from '@tanstack/react-query'
import { openPagesQuery } from '@/api/info/openPages'
import { usePlayer } from '@/api/session/player'
import { isTester } from '@/lib/player/groups'
import { useRouteExists } from '@/lib/useRouteExists'
import { SWITCHED_PAGES } from './addressTable'

/**
 * Whether menus lead to the page at `path`: the site has it, and the operator has not closed it. Testers are led to
 * closed ones too.
 */
export function useIsOpen(path: string): boolean {
  const isBuilt = useRouteExists(path)
  const isForAll = isTester(usePlayer())
  const { data: open } = useQuery(openPagesQuery)
  const page = SWITCHED_PAGES.find((switched) => switched.path === path)?.page
  return isBuilt && (isForAll || page === undefined || open?.[page] !== false)
}
