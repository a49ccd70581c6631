import { usePlayerFields } from '@/api/info/playerFields'
import { useCurrencies } from '@/api/info/reference'
import { usePlayer } from '@/api/session/player'
import { missingFields } from '@/features/cashbox/model/gate'
import { PersonalData } from '@/features/profile/components/PersonalData'
import { PlayerForm } from '@/features/profile/components/PlayerForm'
import { t } from '@/i18n/messages'
import type { ModalProps } from '@/platform/modal'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Skeleton } from '@/ui/Skeleton'
import { showToast } from '@/ui/toast'

/** The player's data over any page: the whole view with its sums, or the fields that a payment still misses. */
export function ProfileModal({ path, close }: ModalProps) {
  const player = usePlayer()
  const fields = usePlayerFields()
  const currencies = useCurrencies()
  const saved = () => {
    showToast('successfully', t('profile.saved'), { id: 'profile' })
    close()
  }
  if (path === '/popup/profile-data') {
    return (
      <Dialog title={t('profile.title')} onClose={close} size="l">
        {player && <PersonalData player={player} />}
      </Dialog>
    )
  }
  // A wallet in a coin asks for nothing.
  const currency = currencies.find(({ code }) => code === player?.currency)
  const specs = player && fields && currency && missingFields(player, currency.fiat, fields, 'deposit')
  return (
    <Dialog title={t('cashbox.gate_title')} onClose={close}>
      {!specs ? (
        <Skeleton className="h-96 w-full" />
      ) : specs.length > 0 ? (
        <PlayerForm name="profile" specs={specs} player={player} submitLabel={t('profile.save')} onSaved={saved} />
      ) : (
        <>
          <p className="mb-6 text-soft">{t('profile.nothing_missing')}</p>
          <Button wide onPress={close}>
            {t('modal.close')}
          </Button>
        </>
      )}
    </Dialog>
  )
}
