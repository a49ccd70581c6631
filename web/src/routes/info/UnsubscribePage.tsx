import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '@/api/errors'
import { usePlayer } from '@/api/session/player'
import { useAction } from '@/api/useAction'
import { unsubscribe } from '@/features/profile/api/subscriptions'
import { SubscribeButton } from '@/features/profile/components/SubscribeButton'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { LanternOut } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { Icon } from '@/ui/Icon'
import { ButtonLink } from '@/ui/Link'
import { toastError } from '@/ui/toastError'

/**
 * Where the unsubscribe link of a mail leads: a button ends offers by e-mail, for a visitor who may be signed in or not.
 * Opening the page does nothing, because programs that scan mails open links too.
 */
export function UnsubscribePage() {
  const client = useQueryClient()
  const player = usePlayer()
  const { token = '' } = useSearch({ strict: false })
  const [stage, setStage] = useState<'asking' | 'done' | 'refused'>('asking')
  const { start, isPending } = useAction({
    run: () => unsubscribe(client, token),
    onDone: () => setStage('done'),
    onError: (error) => {
      if (error instanceof ApiError && error.status === 422) setStage('refused')
      else toastError(error)
    },
  })
  if (stage === 'asking') {
    return (
      <div className="content py-6 md:py-10">
        <EmptyState
          level={1}
          drawing={<Icon name="mail" size={48} className="text-muted" />}
          title={t('unsubscribe.ask_title')}
          text={t('unsubscribe.ask_text')}
          action={
            <Button size="l" pending={isPending} onPress={() => void start()}>
              {t('unsubscribe.button')}
            </Button>
          }
        />
      </div>
    )
  }
  const isDone = stage === 'done'
  return (
    <div className="content py-6 md:py-10">
      <EmptyState
        level={1}
        drawing={<LanternOut />}
        title={t(isDone ? 'unsubscribe.done_title' : 'unsubscribe.failed_title')}
        text={t(isDone ? 'unsubscribe.done_text' : 'unsubscribe.failed_text')}
        action={
          isDone && player ? (
            <SubscribeButton />
          ) : (
            <ButtonLink to={player ? '/profile' : '/'} search={{}}>
              {t('verify.go_on')}
            </ButtonLink>
          )
        }
      />
    </div>
  )
}
