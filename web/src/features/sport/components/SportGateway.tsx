import { useEffect, useState } from 'react'
import { currentLocale, t } from '@/i18n/messages'
import { leaveTo } from '@/platform/leave'
import { FailedState } from '@/ui/FailedState'
import { Spinner } from '@/ui/Spinner'
import { beginSportVisit } from '../api/beginVisit'
import { sportUrl } from '../model/sportUrl'

/** Leads on to the sports site, which lies on a host of its own; going back from there skips this page. */
export function SportGateway({ section }: { section: string | undefined }) {
  const [tries, setTries] = useState(0)
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    const left = new AbortController()
    const open = async () => {
      try {
        leaveTo(sportUrl(await beginSportVisit(left.signal), section, currentLocale()))
      } catch {
        if (!left.signal.aborted) setHasFailed(true)
      }
    }
    void open()
    return () => left.abort()
  }, [section, tries])
  const retry = () => {
    setHasFailed(false)
    setTries(tries + 1)
  }
  if (hasFailed) return <FailedState title={t('sport.failed_title')} text={t('sport.failed_text')} onRetry={retry} level={1} />
  return (
    <div className="grid min-h-80 place-items-center content-center gap-5 px-4 text-center" aria-busy="true">
      <Spinner size={40} />
      <h1 className="text-xl font-semibold">{t('sport.opening')}</h1>
    </div>
  )
}
