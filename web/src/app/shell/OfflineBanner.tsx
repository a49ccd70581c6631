import { useSyncExternalStore } from 'react'
import { t } from '@/i18n/messages'
import { Icon } from '@/ui/Icon'

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Says that the browser has no network. */
export function OfflineBanner() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine, () => true)
  return (
    <div role="status" className="contents">
      {!online && (
        <div className="fixed inset-x-0 top-(--header-height) z-20 flex items-center justify-center gap-3 border-b border-warning/40 bg-raised px-4 py-2 text-sm pl-[calc(var(--rail-width)+16px)]">
          <Icon name="warning" size={18} className="shrink-0 text-warning" />
          <span>
            <strong className="font-semibold">{t('offline.title')}.</strong> <span className="text-soft">{t('offline.text')}</span>
          </span>
        </div>
      )}
    </div>
  )
}
