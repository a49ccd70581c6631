import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '@/api/useAction'
import { problemText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { safeRedirect } from '@/lib/safeRedirect'
import { Button } from '@/ui/Button'
import { FormProblem } from '@/ui/FormProblem'
import { goToProvider, providersQuery } from '../api/providers'

/** Signing in, or up, with an account elsewhere; nothing where the house has no providers. `returnTo` is where the visitor was going. */
export function ProviderButtons({ returnTo }: { returnTo: string }) {
  const router = useRouter()
  const { data: providers = [] } = useQuery(providersQuery)
  const [problem, setProblem] = useState<string>()
  const { start, isPending } = useAction({
    // As the browser shows it, so that the way back keeps the language of the visit.
    run: (name: string) => goToProvider(name, 'sign_in', router.buildLocation({ href: safeRedirect(returnTo) }).publicHref),
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
