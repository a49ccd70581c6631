import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { reload } from '@/api/realtime'
import { BONUSES } from '@/api/session/bonuses'
import type { Bonus } from '@/api/types'
import { useAction } from '@/api/useAction'
import { t } from '@/i18n/messages'
import { IconButton } from '@/ui/IconButton'
import { toastError } from '@/ui/toastError'
import { orderBonuses } from '../api/giftActions'
import { moved, waitingIn } from '../model/order'
import { useGifts } from './useGifts'

/** When the turn of a bonus comes that waits; with others in line, its place, which the player may change. */
export function TurnOf({ bonus }: { bonus: Bonus }) {
  const ids = waitingIn(useGifts().current, bonus.currency)
  const place = ids.indexOf(bonus.id) + 1
  return (
    <>
      <p className="min-w-0 flex-1 basis-48 text-sm text-muted">{t(place > 1 ? 'gifts.waits_behind' : 'gifts.waits')}</p>
      {ids.length > 1 && place > 0 && <Place bonus={bonus} ids={ids} place={place} />}
    </>
  )
}

interface PlaceProps {
  bonus: Bonus
  /** All that wait in the wallet, in their order. */
  ids: string[]
  /** From 1 on. */
  place: number
}

function Place({ bonus: { id, title }, ids, place }: PlaceProps) {
  const client = useQueryClient()
  const buttons = useRef<HTMLDivElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const pressed = useRef<-1 | 1 | null>(null)
  const count = ids.length
  const moving = useAction({
    run: (by: -1 | 1, { idempotencyKey }) => orderBonuses(client, moved(ids, id, by), idempotencyKey),
    onDone: (ordered) => setAnnouncement(t('gifts.order.moved', { title, place: ordered.findIndex((bonus) => bonus.id === id) + 1, count: ordered.length })),
    onError: (error) => {
      pressed.current = null
      toastError(error)
      reload(client, [BONUSES])
    },
  })
  useEffect(() => {
    if (pressed.current !== null) keepFocus(buttons.current, pressed.current)
    pressed.current = null
  }, [place])
  const move = (step: -1 | 1) => {
    pressed.current = step
    void moving.start(step)
  }
  return (
    <div ref={buttons} className="flex items-center gap-1">
      <span className="tabular mr-1 text-sm text-soft">{t('gifts.order.place', { place, count })}</span>
      <IconButton icon="arrowUp" size="s" label={t('gifts.order.up', { title })} isDisabled={place === 1} onPress={() => move(-1)} />
      <IconButton icon="arrowDown" size="s" label={t('gifts.order.down', { title })} isDisabled={place === count} onPress={() => move(1)} />
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </div>
  )
}

/** A card that moves in the list takes the focus off its button, and at an end of the line that button is off. */
function keepFocus(buttons: HTMLElement | null, step: -1 | 1): void {
  const active = document.activeElement
  if (active && active !== document.body && !buttons?.contains(active)) return
  const [up, down] = buttons?.querySelectorAll('button') ?? []
  const [pressed, other] = step < 0 ? [up, down] : [down, up]
  if (pressed?.disabled) other?.focus()
  else pressed?.focus()
}
