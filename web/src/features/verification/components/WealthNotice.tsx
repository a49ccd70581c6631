import { t } from '@/i18n/messages'
import { dateTimeText } from '@/i18n/names'
import { useNow } from '@/platform/useNow'
import { ButtonLink } from '@/ui/Link'
import { Alert } from '@/ui/Alert'

/** How often the notice looks whether the time is over. */
const LOOK_MS = 60_000

/** Under the header while questions about the source of wealth wait: until when, or what waits for the answer. */
export function WealthNotice({ dueAt }: { dueAt: string }) {
  const isOverdue = Date.parse(dueAt) <= useNow(LOOK_MS)
  const way = (
    <ButtonLink to="/profile/wealth" size="s" variant="secondary">
      {t('wealth.to_page')}
    </ButtonLink>
  )
  return (
    <section aria-label={t('wealth.title')} className="content pt-4">
      <Alert tone={isOverdue ? 'danger' : 'warning'} action={way} className="items-center">
        <span data-varies>{isOverdue ? t('wealth.notice_overdue') : t('wealth.notice', { date: dateTimeText(dueAt) })}</span>
      </Alert>
    </section>
  )
}
