import { lazy } from 'react'
import { useBrand } from '@/api/info/brand'
import { t } from '@/i18n/messages'
import { withTexts } from '@/i18n/withTexts'
import { importWithRetry } from '@/platform/importWithRetry'
import { usePageHead } from '@/platform/pageHead'
import { EmptyState } from '@/ui/EmptyState'
import { LazyDrawing } from '@/ui/LazyDrawing'
import { ButtonLink } from '@/ui/Link'
import { AsyncBoundary } from '@/ui/AsyncBoundary'

// Every page could turn out not to exist, so what only this one shows is no part of the others.
const RecommendedGames = lazy(async () => ({
  default: (await importWithRetry(withTexts(['catalogue', 'jackpots', 'play'], () => import('@/features/catalogue/components/GameList')))).RecommendedGames,
}))

const compass = async () => (await import('@/ui/drawings')).LostCompass

/** No page has this address: back to the lobby, or on to a game. */
export function NotFoundPage() {
  const brand = useBrand()
  usePageHead({ title: t('title.page', { page: t('notfound.title'), brand }) })
  return (
    <div className="content min-h-[60vh] pb-6">
      <EmptyState
        level={1}
        drawing={<LazyDrawing load={compass} width={300} />}
        title={t('notfound.title')}
        text={t('notfound.text')}
        action={<ButtonLink to="/">{t('notfound.action')}</ButtonLink>}
      />
      <AsyncBoundary>
        <RecommendedGames title={t('search.recommended')} />
      </AsyncBoundary>
    </div>
  )
}
