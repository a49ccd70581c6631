import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { Alert } from '@/ui/Alert'
import { showToast } from '@/ui/toast'

interface RecoveryCodesProps {
  codes: string[]
  onDone: () => void
}

/** The recovery codes, shown this once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const copy = () => {
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => showToast('successfully', t('security.codes_copied'), { id: 'copied' }),
      () => showToast('reject', t('fairness.copy_failed'), { id: 'copied' }),
    )
  }
  return (
    <div className="space-y-5">
      <Alert tone="warning">{t('security.codes_text')}</Alert>
      <ul aria-label={t('security.codes')} className="grid grid-cols-2 gap-2 font-display text-sm tracking-wider tabular-nums">
        {codes.map((code) => (
          <li key={code} className="rounded-m border border-line bg-page/70 px-3 py-2 text-center">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" icon="copy" onPress={copy}>
          {t('security.codes_copy')}
        </Button>
        <Button onPress={onDone}>{t('security.codes_kept')}</Button>
      </div>
    </div>
  )
}
