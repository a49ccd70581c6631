import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '@/api/useAction'
import { t, type MessageKey } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { ButtonLink } from '@/ui/Link'
import { showToast } from '@/ui/toast'
import { toastError } from '@/ui/toastError'
import { activateGift, cancelGift } from '../api/giftActions'
import type { Gift } from '../model/gifts'
import { isUntouched, mayActivate, mayCancel } from '../model/stages'

/** What an activation has come to, by the stage that it led to. */
const DONE: Partial<Record<string, MessageKey>> = { wait: 'gifts.is_waiting', finished: 'gifts.is_yours' }

/** The buttons of a gift at `now` (Unix milliseconds). */
export function GiftActions({ gift, now }: { gift: Gift; now: number }) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { title } = gift.gift
  const toast = { id: `gift-${gift.gift.id}` }
  const activating = useAction({
    run: (_: void, { idempotencyKey }) => activateGift(client, gift, idempotencyKey),
    onDone: (stage) => showToast('successfully', t(DONE[stage] ?? 'gifts.is_active', { title }), toast),
    onError: toastError,
  })
  return (
    <div className="flex flex-wrap gap-2">
      {mayCancel(gift.gift) && (
        <Button variant="ghost" size="s" onPress={() => setAsking(true)}>
          {t(isUntouched(gift.gift) ? 'gifts.decline' : 'gifts.give_up')}
          <span className="sr-only"> {title}</span>
        </Button>
      )}
      <PlayLink gift={gift} />
      {mayActivate(gift.gift, now) && (
        <Button size="s" pending={activating.isPending} onPress={() => void activating.start()}>
          {t('gifts.activate')}
          <span className="sr-only"> {title}</span>
        </Button>
      )}
      {isAsking && <GiveUpDialog gift={gift} onClose={() => setAsking(false)} />}
    </div>
  )
}

/** Opens the game of free spins that are active. */
function PlayLink({ gift }: { gift: Gift }) {
  if (gift.type !== 'freespins' || gift.gift.stage !== 'activated') return null
  const [producer, name] = gift.gift.games[0]?.split('/') ?? []
  if (!producer || !name) return null
  return (
    <ButtonLink to="/play/$producer/$name" params={{ producer, name }} search={{ mode: 'real' }} size="s" icon="play">
      {t('gifts.play')}
    </ButtonLink>
  )
}

/** Asks once more, and says what is lost. */
function GiveUpDialog({ gift, onClose }: { gift: Gift; onClose: () => void }) {
  const client = useQueryClient()
  const { title } = gift.gift
  const canceling = useAction({
    run: (_: void, { idempotencyKey }) => cancelGift(client, gift, idempotencyKey),
    onDone: () => {
      showToast('message', t('gifts.is_gone', { title }), { id: `gift-${gift.gift.id}` })
      onClose()
    },
    onError: (error) => {
      toastError(error)
      onClose()
    },
  })
  const untouched = isUntouched(gift.gift)
  return (
    <ConfirmDialog
      title={t(untouched ? 'gifts.decline_title' : 'gifts.give_up_title', { title })}
      text={t(untouched ? 'gifts.decline_text' : gift.type === 'bonus' ? 'gifts.give_up_text' : 'gifts.give_up_spins_text')}
      confirm={t(untouched ? 'gifts.decline' : 'gifts.give_up')}
      keep={t('gifts.keep')}
      tone="danger"
      pending={canceling.isPending}
      onConfirm={() => void canceling.start()}
      onClose={onClose}
    />
  )
}
