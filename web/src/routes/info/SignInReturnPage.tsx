import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { usePlayer } from '@/api/session/player'
import { acceptProviderLink, finishProviderSignIn, providerLinksQuery, type Arrival } from '@/features/auth/api/providers'
import { SecondStepForm } from '@/features/auth/components/SecondStepForm'
import { SignInForm } from '@/features/auth/components/SignInForm'
import { offeredFactors } from '@/features/auth/model/secondFactor'
import { fieldTexts, problemText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { knowsPasskeys } from '@/platform/passkeys'
import { LanternOut } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { ButtonLink } from '@/ui/Link'
import { Skeleton } from '@/ui/Skeleton'
import { showToast } from '@/ui/toast'

/** Where a provider of sign-in sends the browser back to: ends the sign-in, and goes on to where the visitor was. */
export function SignInReturnPage() {
  const router = useRouter()
  const client = useQueryClient()
  const { state = '', code, error, iss } = useSearch({ strict: false })
  const [arrival, setArrival] = useState<Arrival | null>(null)
  const [problem, setProblem] = useState<string>()
  const hasBegun = useRef(false)
  /** `text` is said where the visitor goes on. */
  const goOn = ({ return_to: place }: Arrival, text: string) => {
    showToast('successfully', text, { id: 'welcome' })
    // The path has its language already.
    router.history.replace(place)
  }
  const arrive = useEffectEvent(async () => {
    try {
      const came = await finishProviderSignIn(client, {
        state,
        ...(code !== undefined && { code }),
        ...(error !== undefined && { error }),
        ...(iss !== undefined && { iss }),
      })
      if (came.outcome === 'signed_in') goOn(came, t('auth.welcome_back'))
      else if (came.outcome === 'reauthenticated') goOn(came, t('provider.confirmed'))
      else if (came.outcome === 'signed_up') void router.navigate({ to: '/profile/complete', search: {}, replace: true })
      else if (came.outcome === 'linked') {
        void client.invalidateQueries({ queryKey: providerLinksQuery.queryKey })
        goOn(came, t('provider.linked', { provider: came.provider }))
      } else setArrival(came)
    } catch (failure) {
      // What sign-up refuses stands at a field that this page does not have.
      setProblem(Object.values(fieldTexts(failure))[0] ?? problemText(failure))
    }
  })
  useEffect(() => {
    // An answer counts once, and an effect may run twice.
    if (hasBegun.current) return
    hasBegun.current = true
    void arrive()
  }, [])
  if (problem) return <Failed text={problem} />
  if (!arrival) {
    return (
      <div className="content max-w-md space-y-5 py-6 md:py-10" role="status">
        <h1 className="text-2xl font-semibold">{t('provider.title')}</h1>
        <p className="text-sm text-soft">{t('provider.wait')}</p>
        <Skeleton className="h-13 w-full" />
      </div>
    )
  }
  if (arrival.outcome === 'second_step') {
    const factors = arrival.factors ?? []
    const offered = offeredFactors(factors.includes('otp_attempt'), factors.includes('passkey') && knowsPasskeys())
    return (
      <div className="content max-w-md py-6 md:py-10">
        <h1 className="mb-6 text-2xl font-semibold">{t('provider.title')}</h1>
        <SecondStepForm
          offered={offered}
          onDone={() => goOn(arrival, t('auth.welcome_back'))}
          onBack={(text) => setProblem(text ?? t('error.provider_sign_in_over'))}
        />
      </div>
    )
  }
  const email = arrival.email ?? ''
  const link = async () => {
    try {
      await acceptProviderLink(client)
      goOn(arrival, t('provider.linked', { provider: arrival.provider }))
    } catch (failure) {
      setProblem(problemText(failure))
    }
  }
  return (
    <div className="content max-w-md py-6 md:py-10">
      <h1 className="text-2xl font-semibold">{t('provider.link_title')}</h1>
      <p className="mt-1.5 mb-6 text-sm text-soft">{t('provider.link_text', { email, provider: arrival.provider })}</p>
      <SignInForm email={email} onEmail={() => undefined} onDone={() => void link()} />
    </div>
  )
}

/** Who is signed in goes back to the account, and a guest to the sign-in. */
function Failed({ text }: { text: string }) {
  const player = usePlayer()
  const way = player ? (
    <ButtonLink to="/profile/security" search={{}}>
      {t('provider.back')}
    </ButtonLink>
  ) : (
    <ButtonLink to="/sign-in" search={{}}>
      {t('provider.again')}
    </ButtonLink>
  )
  return (
    <div className="content py-6 md:py-10">
      <EmptyState level={1} drawing={<LanternOut />} title={t('provider.failed_title')} text={text} action={way} />
    </div>
  )
}
