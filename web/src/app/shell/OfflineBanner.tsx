import { t } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { useConnectivity } from '@/platform/useConnectivity'
import { Icon } from '@/ui/Icon'

/** Says that the browser has no network, or that the operator does not answer. */
export function OfflineBanner() {
  const connectivity = useConnectivity()
  return (
    <div role="status" className="contents">
      {connectivity === 'offline' && <Band title={t('offline.title')} text={t('offline.text')} />}
      {connectivity === 'unreachable' && <Band title={t('unreached.title')} text={t('unreached.text')} />}
    </div>
  )
}

const BAND = 'flex items-center justify-center gap-3 border-b px-4 py-2 text-sm'

/** The band stays in sight under the header, beside the rail; its placeholder in the page takes its room, so that it lies over nothing. */
function Band(words: { title: string; text: string }) {
  return (
    <>
      <div aria-hidden="true" className={cx(BAND, 'invisible')}>
        <Words {...words} />
      </div>
      <div className={cx(BAND, 'fixed top-(--header-height) right-0 left-(--rail-width) z-20 border-warning/40 bg-raised')}>
        <Words {...words} />
      </div>
    </>
  )
}

function Words({ title, text }: { title: string; text: string }) {
  return (
    <>
      <Icon name="warning" size={18} className="shrink-0 text-warning" />
      <span>
        <strong className="font-semibold">{title}.</strong> <span className="text-soft">{text}</span>
      </span>
    </>
  )
}
