import { NewProviderPopup } from './NewProviderPopup'
import { TermsPopup, useMissesTerms } from './TermsPopup'

/** What is asked of, or told to, a signed-in player over any page: one thing at a time, the terms first. */
export function PlayerPopups() {
  return useMissesTerms() ? <TermsPopup /> : <NewProviderPopup />
}
