import { useRouterState } from '@tanstack/react-router'
import { t } from '@/i18n/messages'
import { useIsLoading } from '@/ui/loader'

/** A thin band under the top edge while a page or work that the visitor waits for is on its way. */
export function GlobalLoader() {
  const isPagePending = useRouterState({ select: (state) => state.isLoading })
  const isWorking = useIsLoading()
  if (!isPagePending && !isWorking) return null
  return (
    <div role="progressbar" aria-label={t('loading.page')} className="fixed inset-x-0 top-0 z-60 h-0.5 overflow-hidden">
      <div className="h-full w-1/3 animate-load bg-(image:--aurora-band)" />
    </div>
  )
}
