import { useQuery } from '@tanstack/react-query'
import { excludedStagsQuery } from '@/api/info/excludedStags'
import { affiliateTags } from '@/domain/affiliates'

/** Whether the visitor is shown offers: those of some affiliates are not. A tag is spared until the list says otherwise. */
export function useGetsOffers(): boolean {
  const { stag } = affiliateTags()
  const excluded = useQuery({ ...excludedStagsQuery, enabled: stag !== undefined }).data
  return stag === undefined || (excluded !== undefined && !excluded.includes(stag))
}
