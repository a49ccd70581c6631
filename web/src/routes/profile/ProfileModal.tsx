import { usePlayerFields } from '@/api/info/playerFields'
import { usePlayer } from '@/api/session/player'
import { PersonalData } from '@/features/profile/components/PersonalData'
import { PlayerForm } from '@/features/profile/components/PlayerForm'
import { t } from '@/i18n/messages'
import { fieldsOf } from '@/lib/player/fields'
import type { ModalProps } from '@/lib/modal'
import { Dialog } from '@/ui/Dialog'
import { Skeleton } from '@/ui/Skeleton'
import { showToast } from '@/ui/toast'

/** The player's data over any page: the whole view with its sums, or the form alone, which closes once it is saved. */
export function ProfileModal({ path, close }: ModalProps) {
  const player = usePlayer()
  const fields = usePlayerFields()
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
  return (
    <Dialog title={t('profile.data')} onClose={close}>
      {player && fields ? (
        <PlayerForm name="profile" specs={fieldsOf(fields, 'edition')} player={player} submitLabel={t('profile.save')} onSaved={saved} />
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </Dialog>
  )
}
