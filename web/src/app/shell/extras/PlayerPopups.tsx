import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { noticesQuery } from '@/features/content/api/notices'
import { NoticeDialog } from '@/features/content/components/NoticeDialog'
import { currentLocale } from '@/i18n/messages'
import { NewProviderPopup } from './NewProviderPopup'
import { TermsPopup, useMissesTerms } from './TermsPopup'
import { useIsBusy } from './useIsBusy'

/** What is asked of, or told to, a signed-in player over any page: one thing at a time, the terms first. */
export function PlayerPopups() {
  const missesTerms = useMissesTerms()
  const notice = useQuery(noticesQuery(currentLocale())).data?.[0]
  if (missesTerms) return <TermsPopup />
  return notice ? <NoticePopup notice={notice} /> : <NewProviderPopup />
}

/** A notice waits while the player is in the middle of something, and then for an answer. */
function NoticePopup({ notice }: { notice: Parameters<typeof NoticeDialog>[0]['notice'] }) {
  const isBusy = useIsBusy()
  const [isOpen, setIsOpen] = useState(!isBusy)
  if (!isOpen && !isBusy) setIsOpen(true)
  return isOpen && <NoticeDialog key={notice.id} notice={notice} />
}
