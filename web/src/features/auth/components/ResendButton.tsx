import { useAction } from '@/api/useAction'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { resendConfirmation, tellNotResent, tellResent } from '../api/resendConfirmation'

/** Asks for another link to confirm `email`; a toast tells how that went. */
export function ResendButton({ email, wide = false }: { email: string; wide?: boolean }) {
  const { start, isPending } = useAction({
    run: (_: void, { idempotencyKey }) => resendConfirmation(email, idempotencyKey),
    onDone: tellResent,
    onError: tellNotResent,
  })
  return (
    <Button variant="secondary" size={wide ? 'l' : 's'} wide={wide} pending={isPending} onPress={() => void start()}>
      {t('verify.resend')}
    </Button>
  )
}
