import { useSearch } from '@tanstack/react-router'
import { ConfirmLimit } from '@/features/limits/components/ConfirmLimit'
import { LimitsPanel } from '@/features/limits/components/LimitsPanel'
import { PlayPosition } from '@/features/limits/components/PlayPosition'
import { t } from '@/i18n/messages'
import type { ModalProps } from '@/platform/modal'
import { ChosenCoinUnit } from '@/ui/ChosenCoinUnit'
import { Dialog } from '@/ui/Dialog'

/** The player's limits, and what has been played. */
export function LimitsPage() {
  return (
    <ChosenCoinUnit unchosen="whole">
      <h2 className="text-xl font-semibold">{t('limits.title')}</h2>
      <p className="mt-1 mb-5 text-sm text-soft">{t('limits.lead')}</p>
      <LimitsPanel />
      <PlayPosition />
    </ChosenCoinUnit>
  )
}

/** The page that the link of a mail opens. */
export function LimitConfirmPage() {
  const { token } = useSearch({ strict: false })
  return <ConfirmLimit token={token ?? ''} />
}

/** The player's limits over any page. */
export function LimitsModal({ close }: ModalProps) {
  return (
    <Dialog title={t('limits.title')} onClose={close}>
      <p className="mb-5 text-sm text-soft">{t('limits.lead')}</p>
      <ChosenCoinUnit unchosen="whole">
        <LimitsPanel />
      </ChosenCoinUnit>
    </Dialog>
  )
}
