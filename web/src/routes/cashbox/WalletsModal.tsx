import { WalletList } from '@/features/cashbox/components/WalletList'
import { t } from '@/i18n/messages'
import type { ModalProps } from '@/platform/modal'
import { ChosenCoinUnit } from '@/ui/ChosenCoinUnit'
import { Dialog } from '@/ui/Dialog'

/** Which wallet pays for bets. */
export function WalletsModal({ close }: ModalProps) {
  return (
    <Dialog title={t('cashbox.wallets.title')} onClose={close} size="s">
      <ChosenCoinUnit unchosen="small">
        <WalletList onChosen={close} />
      </ChosenCoinUnit>
    </Dialog>
  )
}
