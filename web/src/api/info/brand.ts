import { useQuery } from '@tanstack/react-query'
import { projectQuery } from './reference'

/** The brand that this installation shows when the server has not told another name. */
const DEFAULT_BRAND = 'Borealis'

/** The name of the casino. */
export function useBrand(): string {
  return useQuery(projectQuery).data?.name ?? DEFAULT_BRAND
}
