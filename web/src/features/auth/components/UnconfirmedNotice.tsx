import { t } from '@/i18n/messages'
import { Alert } from '@/ui/Alert'
import { ResendButton } from './ResendButton'

/** Under the header while the player's address is unconfirmed: what to do, and another link. */
export function UnconfirmedNotice({ email }: { email: string }) {
  return (
    <section aria-label={t('verify.title')} className="content pt-4">
      <Alert tone="warning" action={<ResendButton email={email} />} className="items-center">
        <span data-varies className="break-words">
          {t('verify.notice', { email })}
        </span>
      </Alert>
    </section>
  )
}
