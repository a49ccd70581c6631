import { useEffect, useRef } from 'react'
import type { IdentityCheck } from '@/api/types'
import { t } from '@/i18n/messages'
import { Icon } from '@/ui/Icon'

interface IdentityFrameProps {
  url: string
  state: IdentityCheck['state']
  /** The check has come to an end while the page was open. */
  onDone: () => void
}

/** The partner's page. Documents and faces are shown there and never pass through this site. */
export function IdentityFrame({ url, state, onDone }: IdentityFrameProps) {
  const before = useRef(state)
  useEffect(() => {
    const waits = state === null || state === 'started' || state === 'pending'
    if (!waits && state !== before.current) onDone()
    // A second refusal ends the visit as well as the first.
    before.current = state
  }, [state, onDone])
  return (
    <div className="px-5 pb-5 md:px-7 md:pb-7">
      <iframe
        title={t('identity_check.frame')}
        src={url}
        data-goes-on
        allow="camera"
        sandbox="allow-forms allow-scripts allow-same-origin allow-popups"
        referrerPolicy="origin"
        className="h-[min(680px,70dvh)] w-full rounded-m border border-line bg-surface"
      />
      <p className="mt-3 flex flex-wrap items-center justify-center gap-x-2 text-xs text-muted">
        <Icon name="lock" size={16} />
        {t('identity_check.note')}
      </p>
    </div>
  )
}
