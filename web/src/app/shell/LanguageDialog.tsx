import { t } from '@/i18n/messages'
import { Dialog } from '@/ui/Dialog'
import { LanguageLinks } from './LanguageLinks'

/** The language select of the header. */
export function LanguageDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('shell.language')} onClose={onClose} size="s">
      <LanguageLinks
        className="grid gap-2 sm:grid-cols-2"
        linkClassName="pressable h-12 w-full rounded-m border border-line bg-raised px-4 text-sm font-medium text-soft hover:border-line-strong aria-[current]:border-accent/50"
      />
    </Dialog>
  )
}
