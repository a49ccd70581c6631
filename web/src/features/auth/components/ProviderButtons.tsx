import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '@/api/useAction'
import { problemText } from '@/i18n/errorText'
import { currentLocale, t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { FormProblem } from '@/ui/FormProblem'
import { goToProvider, providersQuery } from '../api/providers'

/** A path of the site as the browser shows it: with the language of the visit, where its addresses have one. */
function shown(path: string): string {
  const base = `/${currentLocale()}`
  const { pathname } = window.location
  if (pathname !== base && !pathname.startsWith(`${base}/`)) return path
  return path === '/' ? base : base + path
}

/** Signing in, or up, with an account elsewhere; nothing where the operator has no providers. `returnTo` is where the visitor was going. */
export function ProviderButtons({ returnTo }: { returnTo: string }) {
  const { data: providers = [] } = useQuery(providersQuery)
  const [problem, setProblem] = useState<string>()
  const { start, isPending } = useAction({
    run: (name: string) => goToProvider(name, 'sign_in', shown(returnTo)),
    onError: (error) => setProblem(problemText(error)),
  })
  if (providers.length === 0) return null
  return (
    <div className="mt-5 space-y-3 border-t border-line pt-5">
      {providers.map(({ name, title }) => (
        <Button
          key={name}
          variant="secondary"
          wide
          pending={isPending}
          onPress={() => {
            setProblem(undefined)
            void start(name)
          }}
        >
          {t('provider.continue', { provider: title })}
        </Button>
      ))}
      <FormProblem text={problem} />
    </div>
  )
}
