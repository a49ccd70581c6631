import { t } from '@/i18n/messages'
import { log } from '@/platform/log'
import { Alert } from '@/ui/Alert'
import { Switch } from '@/ui/Switch'
import { showToast } from '@/ui/toast'
import { useNotices } from '../model/useNotices'

/** Turns notices on this device on and off. Not there when the operator sends none or the browser takes none. */
export function NoticesSwitch() {
  const notices = useNotices()
  if (!notices) return null
  const change = async (on: boolean) => {
    try {
      if ((await notices.change(on)) === 'done') showToast('successfully', t(on ? 'notices.on' : 'notices.off'), { id: 'notices' })
    } catch (error) {
      log('warning', 'PUSH', String(error))
      showToast('reject', t('notices.failed'), { id: 'notices' })
    }
  }
  return (
    <section aria-labelledby="notices-title" className="mt-6 rounded-l border border-line bg-surface p-5 md:p-7">
      <h2 id="notices-title" className="mb-3 text-xl font-semibold">
        {t('notices.title')}
      </h2>
      {notices.isBlocked ? (
        <Alert tone="warning">{t('notices.blocked')}</Alert>
      ) : (
        <Switch isSelected={notices.isOn} isDisabled={notices.isChanging} onChange={(on) => void change(on)} help={t('notices.text')}>
          {t('notices.switch')}
        </Switch>
      )}
    </section>
  )
}
