import { useClientContext } from '../session/clientContext'

/** The brand that this installation shows until the server has told another name. */
const DEFAULT_BRAND = 'Borealis'

/** The name of the casino. */
export function useBrand(): string {
  return useClientContext()?.brand ?? DEFAULT_BRAND
}
