import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { showToast } from '@/ui/toast'

/** How to come from an app's window into a real browser. */
export function ExitDialog({ onClose }: { onClose: () => void }) {
  const copy = () => {
    navigator.clipboard.writeText(window.location.href).then(
      () => showToast('successfully', t('ios.copied')),
      () => showToast('reject', t('ios.not_copied')),
    )
    onClose()
  }
  return (
    <Dialog title={t('ios.title')} onClose={onClose} size="s">
      <div className="flex flex-col items-center gap-5 text-center">
        <OpenOutside />
        <p className="text-soft">{t('ios.text')}</p>
        <Button wide icon="copy" onPress={copy}>
          {t('ios.copy')}
        </Button>
      </div>
    </Dialog>
  )
}

/** A browser that opens out of its frame. */
function OpenOutside() {
  return (
    <svg width="88" height="72" viewBox="0 0 88 72" aria-hidden="true" focusable="false" fill="none">
      <rect x="4" y="14" width="56" height="48" rx="10" fill="var(--hover)" stroke="var(--line-strong)" strokeWidth="2" />
      <path d="M4 26h56" stroke="var(--line-strong)" strokeWidth="2" />
      <g fill="var(--text-muted)">
        <circle cx="12" cy="20" r="2" />
        <circle cx="19" cy="20" r="2" />
      </g>
      <path d="M36 48 78 8m0 0H58m20 0v20" stroke="var(--accent)" strokeWidth="4" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
