import { t } from '@/i18n/messages'
import { log } from '@/platform/log'
import { Alert } from '@/ui/Alert'
import { Switch } from '@/ui/Switch'
import { showToast } from '@/ui/toast'
import { useNotices } from '../model/useNotices'

/** Turns notices on this device on and off. Not there when the operator sends none or the browser takes none. */
export function NoticesSwitch() {
  const notices = useNotices({
    onChanged: (on) => showToast('successfully', t(on ? 'notices.on' : 'notices.off'), { id: 'notices' }),
    onFailed: (error) => {
      log('warning', 'PUSH', String(error))
      showToast('reject', t('notices.failed'), { id: 'notices' })
    },
  })
  if (!notices) return null
  return (
    <section aria-labelledby="notices-title" className="mt-6 rounded-l border border-line bg-surface p-5 md:p-7">
      <h2 id="notices-title" className="mb-3 text-xl font-semibold">
        {t('notices.title')}
      </h2>
      {notices.isBlocked ? (
        <Alert tone="warning">{t('notices.blocked')}</Alert>
      ) : (
        <Switch isSelected={notices.isOn} isDisabled={notices.isChanging} onChange={notices.change} help={t('notices.text')}>
          {t('notices.switch')}
        </Switch>
      )}
    </section>
  )
}
