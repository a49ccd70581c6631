import { t } from '@/i18n/messages'
import { Skeleton } from '@/ui/Skeleton'

const TILES = 10

/** The shape of a page that is on its way, once that takes longer than a moment. */
export function PendingPage() {
  return (
    <div className="content py-6 md:py-10" aria-busy="true">
      <p className="sr-only">{t('loading.page')}</p>
      <Skeleton className="mb-7 h-9 w-56 max-w-full" />
      <div className="grid grid-cols-2 gap-x-3 gap-y-6 md:grid-cols-4 md:gap-x-5 lg:grid-cols-5">
        {Array.from({ length: TILES }, (_, place) => (
          <Skeleton key={place} className="aspect-3/4 w-full" />
        ))}
      </div>
    </div>
  )
}
