import { t } from '@/i18n/messages'
import { useConnectivity } from '@/lib/useConnectivity'
import { Icon } from '@/ui/Icon'

/** Says that the browser has no network, or that the house does not answer. */
export function OfflineBanner() {
  const connectivity = useConnectivity()
  return (
    <div role="status" className="contents">
      {connectivity === 'offline' && <Band title={t('offline.title')} text={t('offline.text')} />}
      {connectivity === 'unreachable' && <Band title={t('unreached.title')} text={t('unreached.text')} />}
    </div>
  )
}

function Band({ title, text }: { title: string; text: string }) {
  return (
    <div className="fixed inset-x-0 top-(--header-height) z-20 flex items-center justify-center gap-3 border-b border-warning/40 bg-raised px-4 py-2 text-sm pl-[calc(var(--rail-width)+16px)]">
      <Icon name="warning" size={18} className="shrink-0 text-warning" />
      <span>
        <strong className="font-semibold">{title}.</strong> <span className="text-soft">{text}</span>
      </span>
    </div>
  )
}
