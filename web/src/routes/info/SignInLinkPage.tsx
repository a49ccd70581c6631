import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '@/api/errors'
import { useAction } from '@/api/useAction'
import { signInByLink } from '@/features/auth/api/signInLink'
import { SecondStepForm } from '@/features/auth/components/SecondStepForm'
import { offeredFactors, type FactorField } from '@/features/auth/model/secondFactor'
import { errorText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { knowsPasskeys } from '@/platform/passkeys'
import { Button } from '@/ui/Button'
import { LanternOut } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { Icon } from '@/ui/Icon'
import { ButtonLink } from '@/ui/Link'
import { showToast } from '@/ui/toast'

/**
 * Where the link of a mail leads that signs in: a button does it, and the second step follows where there is one. Opening the
 * page does nothing, because programs that scan mails open links too, and a link counts once.
 */
export function SignInLinkPage() {
  const router = useRouter()
  const client = useQueryClient()
  const { token = '' } = useSearch({ strict: false })
  const [isOver, setIsOver] = useState(false)
  const [offered, setOffered] = useState<FactorField[] | null>(null)
  const goOn = () => void router.navigate({ to: '/', search: {}, replace: true })
  const { start, isPending } = useAction({
    run: (_: void, { idempotencyKey }) => signInByLink(client, token, idempotencyKey),
    onDone: (step) => (step.is === 'signed-in' ? goOn() : setOffered(offeredFactors(step.app, step.passkey && knowsPasskeys()))),
    onError: (error) => {
      if (error instanceof ApiError && error.status === 410) setIsOver(true)
      else showToast('reject', errorText(error), { id: 'sign-in-link' })
    },
  })
  if (isOver) {
    return (
      <div className="content py-6 md:py-10">
        <EmptyState
          level={1}
          drawing={<LanternOut />}
          title={t('confirm.failed_title')}
          text={t('link.over_text')}
          action={
            <ButtonLink to="/remind" search={{}}>
              {t('auth.link_again')}
            </ButtonLink>
          }
        />
      </div>
    )
  }
  if (offered) {
    return (
      <div className="content max-w-md py-6 md:py-10">
        <h1 className="mb-6 text-2xl font-semibold">{t('link.title')}</h1>
        <SecondStepForm offered={offered} onDone={goOn} onBack={() => setIsOver(true)} />
      </div>
    )
  }
  return (
    <div className="content py-6 md:py-10">
      <EmptyState
        level={1}
        drawing={<Icon name="mail" size={48} className="text-muted" />}
        title={t('link.title')}
        text={t('link.text')}
        action={
          <Button size="l" pending={isPending} onPress={() => void start()}>
            {t('auth.sign_in')}
          </Button>
        }
      />
    </div>
  )
}
