import { t } from '@/i18n/messages'
import { ButtonLink } from '@/ui/Link'
import { Alert } from '@/ui/Alert'

/** Under the header while an account that was made without a form is not complete: what it lacks money for, and the way to complete it. */
export function IncompleteNotice() {
  const way = (
    <ButtonLink to="/profile/complete" size="s" variant="secondary">
      {t('complete.to_page')}
    </ButtonLink>
  )
  return (
    <section aria-label={t('complete.title')} className="content pt-4">
      <Alert tone="warning" action={way} className="items-center">
        {t('complete.notice')}
      </Alert>
    </section>
  )
}
