import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { showToast } from '@/ui/toast'
import { t } from '../i18n/texts'

interface LinkDialogProps {
  link: string
  /** How often and how long it works, and to whom it goes. */
  text: string
  onClose: () => void
}

/** Shows a link that opens something for somebody else. */
export function LinkDialog({ link, text, onClose }: LinkDialogProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      showToast('successfully', t('staff.link_copied'))
    } catch {
      // A page without https may not copy; the link can be marked by hand.
      showToast('reject', t('staff.link_not_copied'))
    }
  }
  return (
    <Dialog title={t('staff.link_title')} onClose={onClose}>
      <p className="text-sm text-soft">{text}</p>
      <code className="mt-3 block rounded-m border border-line bg-raised p-3 text-sm break-all select-all">{link}</code>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button variant="secondary" icon="copy" onPress={() => void copy()}>
          {t('staff.copy')}
        </Button>
        <Button onPress={onClose}>{t('staff.link_done')}</Button>
      </div>
    </Dialog>
  )
}
