import { useRouterState } from '@tanstack/react-router'
import { t } from '@/i18n/messages'

/** A thin band under the top edge while a page is on its way. */
export function GlobalLoader() {
  const pending = useRouterState({ select: (state) => state.isLoading })
  if (!pending) return null
  return (
    <div role="progressbar" aria-label={t('loading.page')} className="fixed inset-x-0 top-0 z-60 h-0.5 overflow-hidden">
      <div className="h-full w-1/3 animate-load bg-(image:--aurora-band)" />
    </div>
  )
}
