import { useAction } from '@/api/useAction'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { resendConfirmation, showNotResent, showResent } from '../api/resendConfirmation'

/** Asks for another link to confirm `email`; a toast tells how that went. */
export function ResendButton({ email, wide = false }: { email: string; wide?: boolean }) {
  const { start, isPending } = useAction({
    run: (_: void, { idempotencyKey }) => resendConfirmation(email, idempotencyKey),
    onDone: showResent,
    onError: showNotResent,
  })
  return (
    <Button variant="secondary" size={wide ? 'l' : 's'} wide={wide} pending={isPending} onPress={() => void start()}>
      {t('verify.resend')}
    </Button>
  )
}
