import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '@/api/errors'
import { usePlayer } from '@/api/session/player'
import { useAction } from '@/api/useAction'
import { confirmEmail } from '@/features/auth/api/confirmEmail'
import { ResendButton } from '@/features/auth/components/ResendButton'
import { errorText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { LanternOut } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { Icon } from '@/ui/Icon'
import { ButtonLink } from '@/ui/Link'
import { showToast } from '@/ui/toast'

/**
 * Where the link of a confirmation mail leads: a button confirms the address, then the visitor returns to the page before or
 * to the lobby. Opening the page does nothing, because programs that scan mails open links too.
 */
export function ConfirmationPage() {
  const router = useRouter()
  const client = useQueryClient()
  const player = usePlayer()
  const { confirmation_token: token = '' } = useSearch({ strict: false })
  const [isRefused, setIsRefused] = useState(false)
  const { start, isPending } = useAction({
    run: () => confirmEmail(client, token),
    onDone: () => {
      showToast('successfully', t('confirm.done'), { id: 'confirmation' })
      if (router.history.canGoBack()) router.history.back()
      else void router.navigate({ to: '/', search: {}, replace: true })
    },
    onError: (error) => {
      showToast('reject', errorText(error), { id: 'confirmation' })
      setIsRefused(error instanceof ApiError && error.status === 422)
    },
  })
  if (!isRefused) {
    return (
      <div className="content py-6 md:py-10">
        <EmptyState
          level={1}
          drawing={<Icon name="mail" size={48} className="text-muted" />}
          title={t('verify.title')}
          text={t('confirm.text')}
          action={
            <Button size="l" pending={isPending} onPress={() => void start()}>
              {t('confirm.button')}
            </Button>
          }
        />
      </div>
    )
  }
  const email = player && !player.confirmed_at ? player.email : null
  return (
    <div className="content py-6 md:py-10">
      <EmptyState
        level={1}
        drawing={<LanternOut />}
        title={t('confirm.failed_title')}
        text={t('confirm.failed_text')}
        action={
          email ? (
            <ResendButton email={email} wide />
          ) : (
            <ButtonLink to={player ? '/' : '/sign-in'} search={{}}>
              {t(player ? 'verify.go_on' : 'auth.sign_in')}
            </ButtonLink>
          )
        }
      />
    </div>
  )
}
