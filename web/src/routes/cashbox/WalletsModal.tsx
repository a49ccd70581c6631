import { WalletList } from '@/features/cashbox/components/WalletList'
import { t } from '@/i18n/messages'
import type { ModalProps } from '@/lib/modal'
import { Dialog } from '@/ui/Dialog'

/** Which wallet pays for bets. */
export function WalletsModal({ close }: ModalProps) {
  return (
    <Dialog title={t('cashbox.wallets.title')} onClose={close} size="s">
      <WalletList onChosen={close} />
    </Dialog>
  )
}
