import { useQuery } from '@tanstack/react-query'
import { openPagesQuery } from '@/api/info/openPages'
import { projectQuery } from '@/api/info/reference'
import { usePlayer } from '@/api/session/player'
import { featureIsOn } from '@/features/flags/model/flags'
import { isTester } from '@/domain/player/groups'
import { useRouteExists } from '@/platform/useRouteExists'
import { SWITCHED_PAGES } from './addressTable'

/**
 * Whether menus lead to the page at `path`: the site has it, the operator has not closed it, and the switch that it
 * hangs on is on. Testers are led to closed ones too.
 */
export function useIsOpen(path: string): boolean {
  const isBuilt = useRouteExists(path)
  const player = usePlayer()
  const { data: open } = useQuery(openPagesQuery)
  const switched = SWITCHED_PAGES.find((known) => known.path === path)
  const page = switched?.page
  const feature = switched?.feature
  const { data: project } = useQuery({ ...projectQuery, enabled: feature !== undefined })
  const isListed = isTester(player) || page === undefined || open?.[page] !== false
  return isBuilt && isListed && (feature === undefined || featureIsOn(feature, project?.features ?? {}, player))
}
