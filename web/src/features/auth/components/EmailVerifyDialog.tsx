import { useEffect } from 'react'
import { usePlayer } from '@/api/session/player'
import { t } from '@/i18n/messages'
import type { ModalProps } from '@/platform/modal'
import { Button } from '@/ui/Button'
import { Icon } from '@/ui/Icon'
import { AuthFrame } from './AuthFrame'
import { ResendButton } from './ResendButton'

/** The first screen after sign-up: where the link to confirm the address was sent. Closing it goes where the player was going. */
export function EmailVerifyDialog({ search, close, leaveTo }: ModalProps) {
  const player = usePlayer()
  const leave = () => {
    if (search.redirect) leaveTo(search.redirect)
    else close()
  }
  const hasNothingToConfirm = player === null || Boolean(player?.confirmed_at)
  useEffect(() => {
    if (hasNothingToConfirm) close()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `close` is a new function with every frame
  }, [hasNothingToConfirm])
  if (!player || hasNothingToConfirm) return null
  return (
    <AuthFrame title={t('verify.title')} onClose={leave}>
      <div className="space-y-6">
        <span aria-hidden="true" className="grid size-16 place-items-center rounded-full border border-line bg-raised text-accent">
          <Icon name="mail" size={30} />
        </span>
        <p data-varies className="break-words text-soft">
          {t('verify.text', { email: player.email })}
        </p>
        <div className="grid gap-3">
          <Button size="l" wide onPress={leave} autoFocus>
            {t('verify.go_on')}
          </Button>
          <ResendButton email={player.email} wide />
        </div>
      </div>
    </AuthFrame>
  )
}
