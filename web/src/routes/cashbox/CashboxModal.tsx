import { CashboxDialog } from '@/features/cashbox/components/CashboxDialog'
import { DepositBonus } from '@/features/gifts/components/DepositBonus'
import { PlayerForm } from '@/features/profile/components/PlayerForm'
import { t } from '@/i18n/messages'
import type { ModalProps } from '@/platform/modal'

/** The cashbox with the form for what it still has to know of the player, and the bonus of a deposit. */
export function CashboxModal(props: ModalProps) {
  return (
    <CashboxDialog
      {...props}
      depositBonus={(deposit) => <DepositBonus {...deposit} />}
      personalInfo={({ specs, player, onSaved }) => (
        <PlayerForm name="cashbox" specs={specs} player={player} onSaved={onSaved} submitLabel={t('profile.save_and_go_on')} />
      )}
    />
  )
}
