import { usePlayer } from '@/api/session/player'
import { ContactForm } from '@/features/content/components/ContactForm'
import { t } from '@/i18n/messages'
import type { ModalProps } from '@/platform/modal'
import { fullName } from '@/domain/player/fullName'
import { Dialog } from '@/ui/Dialog'
import { Skeleton } from '@/ui/Skeleton'

/** A message to support, written over any page. */
export function SupportModal({ close }: ModalProps) {
  const player = usePlayer()
  return (
    <Dialog title={t('contact.title')} onClose={close}>
      {/* Who writes is filled in, so the form waits until the operator has said who that is. */}
      {player === undefined ? (
        <Skeleton className="h-96 w-full" />
      ) : (
        <ContactForm key={player?.id} known={{ email: player?.email ?? '', name: fullName(player) }} />
      )}
    </Dialog>
  )
}
