import { TermsPopup } from './TermsPopup'

/** What is asked of, or told to, a signed-in player over any page. */
export function PlayerPopups() {
  return <TermsPopup />
}
