import { lazy } from 'react'
import { useBrand } from '@/api/info/brand'
import { t } from '@/i18n/messages'
import { chunk } from '@/lib/chunk'
import { usePageHead } from '@/lib/pageHead'
import { EmptyState } from '@/ui/EmptyState'
import { LaterDrawing } from '@/ui/LaterDrawing'
import { ButtonLink } from '@/ui/Link'
import { Part } from '@/ui/Part'

// Every page could turn out not to exist, so what only this one shows is no part of the others.
const RecommendedGames = lazy(async () => ({ default: (await chunk(() => import('@/features/catalogue/components/GameList'))).RecommendedGames }))

const compass = async () => (await import('@/ui/drawings')).LostCompass

/** No page has this address: back to the lobby, or on to a game. */
export function NotFoundPage() {
  const brand = useBrand()
  usePageHead({ title: t('title.page', { page: t('notfound.title'), brand }) })
  return (
    <div className="content min-h-[60vh] pb-6">
      <EmptyState
        level={1}
        drawing={<LaterDrawing load={compass} width={300} />}
        title={t('notfound.title')}
        text={t('notfound.text')}
        action={<ButtonLink to="/">{t('notfound.action')}</ButtonLink>}
      />
      <Part>
        <RecommendedGames title={t('search.recommended')} />
      </Part>
    </div>
  )
}
