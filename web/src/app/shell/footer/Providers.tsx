import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { providersQuery } from '@/api/info/catalogue'
import type { Provider } from '@/api/types'
import { t } from '@/i18n/messages'
import { useSteps } from '@/platform/useSteps'
import { IconButton } from '@/ui/IconButton'
import { useStrip } from '@/ui/useStrip'

/** Drawn in one step: more than the strip has room for, and few enough for a phone to draw them beside all else. */
const STEP = 24

/** The studios, side by side; buttons turn the strip where it is longer than the page is wide. */
export function Providers() {
  const providers = useQuery(providersQuery).data ?? []
  const drawn = STEP * useSteps(Math.ceil(providers.length / STEP))
  const { strip, canGoBack, canGoOn, turn } = useStrip<HTMLUListElement>()
  if (providers.length === 0) return null
  return (
    <section aria-label={t('footer.providers')} className="border-b border-line/60">
      <div className="content flex items-center gap-3 py-4">
        <h2 className="mr-3 shrink-0 font-sans text-sm font-semibold text-text max-sm:sr-only">{t('footer.providers')}</h2>
        {canGoBack && <IconButton icon="chevronLeft" label={t('list.back')} onPress={() => turn(-1)} />}
        <ul ref={strip} className="no-scrollbar flex min-w-0 flex-1 snap-x gap-2 overflow-x-auto py-1">
          {providers.slice(0, drawn).map((provider) => (
            <Studio key={provider.id} provider={provider} />
          ))}
        </ul>
        {canGoOn && <IconButton icon="chevronRight" label={t('list.forward')} onPress={() => turn(1)} />}
      </div>
    </section>
  )
}

const Studio = memo(function Studio({ provider }: { provider: Provider }) {
  return (
    <li className="shrink-0 snap-start max-sm:first:-ml-4">
      <Link
        to="/producers/$slug"
        params={{ slug: provider.id }}
        className="pressable inline-flex h-11 items-center rounded-m px-4 font-display text-base font-semibold tracking-wide whitespace-nowrap text-muted hover:bg-hover hover:text-text"
      >
        {provider.title}
      </Link>
    </li>
  )
})
