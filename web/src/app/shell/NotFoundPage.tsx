import { t } from '@/i18n/messages'
import { usePageHead } from '@/lib/pageHead'
import { LostCompass } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { ButtonLink } from '@/ui/Link'
import { useBrand } from '@/api/info/brand'

/** No page has this address. */
export function NotFoundPage() {
  const brand = useBrand()
  usePageHead({ title: t('title.page', { page: t('notfound.title'), brand }) })
  return (
    <div className="content grid min-h-[60vh] place-items-center">
      <EmptyState
        level={1}
        drawing={<LostCompass />}
        title={t('notfound.title')}
        text={t('notfound.text')}
        action={<ButtonLink to="/">{t('notfound.action')}</ButtonLink>}
      />
    </div>
  )
}
