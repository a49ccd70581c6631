import { t } from '@/i18n/messages'
import { BrokenReel } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { ButtonLink } from '@/ui/Link'

/** The address that failures elsewhere lead to. */
export function OopsPage() {
  return (
    <div className="content grid min-h-[60vh] place-items-center">
      <EmptyState
        level={1}
        drawing={<BrokenReel />}
        title={t('oops.title')}
        text={t('oops.text')}
        action={<ButtonLink to="/">{t('notfound.action')}</ButtonLink>}
      />
    </div>
  )
}
