import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import type { Answer } from '@/api/client'
import { useActiveAccount } from '@/api/session/accounts'
import { usePlayer } from '@/api/session/player'
import type { Player } from '@/api/types'
import { useAction } from '@/api/useAction'
import { currentLocale, t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { UnopenedGift } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { FailedState } from '@/ui/FailedState'
import { Alert } from '@/ui/Alert'
import { CHOICE_CARD } from '@/ui/choiceCard'
import { Skeleton } from '@/ui/Skeleton'
import { toastError } from '@/ui/toastError'
import { additionalGiftsQuery } from '../api/additionalGifts'
import { clearBonusCode, setBonusCode, switchBonuses } from '../api/bonusCode'
import { DepositCodeForm } from './DepositCodeForm'
import { OfferTerms, useHeadline } from './OfferTerms'
import { useDepositOffers, type PayableOffer } from './useDepositOffers'

/** Stands for a deposit without a bonus. */
const NONE = ''

/** Chooses the bonus of the next deposit, or none; `onDone` goes on to the deposit. */
export function OfferPicker({ onDone }: { onDone: () => void }) {
  const player = usePlayer()
  const account = useActiveAccount()
  const currency = account?.currency ?? player?.currency ?? ''
  const { offers, isPending, hasFailed, retry } = useDepositOffers(currency)
  // Without an answer there are the usual offers alone.
  const { data: gifts } = useQuery({ ...additionalGiftsQuery(currentLocale()), enabled: Boolean(player) })
  const additional = (gifts ?? []).filter((gift) => gift.currencies.includes(currency))
  if (!player || isPending) return <Skeleton className="h-80 w-full rounded-l" />
  if (!player.can_issue_bonuses) return <SwitchedOff />
  if (hasFailed) return <FailedState level={3} title={t('offers.failed')} onRetry={retry} />
  return (
    <div className="space-y-6">
      {offers.length + additional.length === 0 ? (
        <NoOffers player={player} onDone={onDone} />
      ) : (
        <Choice player={player} offers={offers} additional={additional} onDone={onDone} />
      )}
      <div className="border-t border-line pt-5">
        <DepositCodeForm onDone={onDone} />
      </div>
    </div>
  )
}

type AdditionalGift = Answer<'GET', '/api/fe/config/additional-gifts'>[number]

interface ChoiceProps {
  player: Player
  offers: PayableOffer[]
  additional: AdditionalGift[]
  onDone: () => void
}

function Choice({ player, offers, additional, onDone }: ChoiceProps) {
  const client = useQueryClient()
  const set = player.deposit_bonus_code ?? NONE
  // What is set may change under the open list, by a code for example, until the player has picked something here.
  const [picked, setPicked] = useState<string>()
  const chosen = picked ?? set
  const headline = useHeadline()
  const choosing = useAction({
    run: async (code: string, { idempotencyKey }) => {
      if (code === NONE) await clearBonusCode(client, idempotencyKey)
      else await setBonusCode(client, code, idempotencyKey)
    },
    onDone,
    onError: toastError,
  })
  const goOn = () => {
    if (chosen === set) onDone()
    else void choosing.start(chosen)
  }
  return (
    <div className="space-y-5">
      {set !== NONE && !offers.some(({ offer }) => offer.code === set) && <Alert tone="success">{t('offers.by_code', { code: set })}</Alert>}
      <RadioGroup aria-label={t('offers.title')} value={chosen} onChange={setPicked} className="space-y-2">
        {offers.map(({ offer, amounts }) => (
          <Radio key={offer.id} value={offer.code} className={CHOICE_CARD}>
            <span className="min-w-0 flex-1">
              <span className="block font-display font-semibold text-text">{offer.title}</span>
              <span className="block text-sm text-accent">{headline(offer, amounts)}</span>
              <OfferTerms offer={offer} amounts={amounts} />
            </span>
          </Radio>
        ))}
        {additional.map((gift) => (
          <Radio key={gift.id} value={gift.code} className={CHOICE_CARD}>
            <img src={gift.image} alt="" width={48} height={48} className="size-12 shrink-0 rounded-m object-cover" />
            <span className="min-w-0 flex-1">
              <span className="block font-display font-semibold text-text">{gift.title}</span>
              <span className="block text-sm text-accent">{t('offers.for_you')}</span>
            </span>
          </Radio>
        ))}
        <Radio value={NONE} className={CHOICE_CARD}>
          <span className="min-w-0 flex-1">
            <span className="block font-semibold text-text">{t('offers.none')}</span>
            <span className="block text-sm text-soft">{t('offers.none_text')}</span>
          </span>
        </Radio>
      </RadioGroup>
      <Button size="l" wide pending={choosing.isPending} onPress={goOn}>
        {t('offers.continue')}
      </Button>
    </div>
  )
}

/** Nothing to choose; a code that was set by hand is told and may be taken off. */
function NoOffers({ player, onDone }: Pick<ChoiceProps, 'player' | 'onDone'>) {
  const client = useQueryClient()
  const clearing = useAction({
    run: (_: void, { idempotencyKey }) => clearBonusCode(client, idempotencyKey),
    onError: toastError,
  })
  const code = player.deposit_bonus_code
  if (code === null) {
    return (
      <EmptyState
        level={3}
        drawing={<UnopenedGift />}
        title={t('offers.empty_title')}
        text={t('offers.empty_text')}
        action={<Button onPress={onDone}>{t('offers.continue')}</Button>}
      />
    )
  }
  return (
    <div className="space-y-5">
      <Alert
        tone="success"
        action={
          <Button variant="ghost" size="s" pending={clearing.isPending} onPress={() => void clearing.start()}>
            {t('offers.none')}
          </Button>
        }
      >
        {t('offers.by_code', { code })}
      </Alert>
      <Button size="l" wide onPress={onDone}>
        {t('offers.continue')}
      </Button>
    </div>
  )
}

/** The player wants no bonuses: one press changes that. */
function SwitchedOff() {
  const client = useQueryClient()
  const switching = useAction({
    run: (_: void, { idempotencyKey }) => switchBonuses(client, true, idempotencyKey),
    onError: toastError,
  })
  return (
    <EmptyState
      level={3}
      drawing={<UnopenedGift />}
      title={t('offers.off_title')}
      text={t('offers.off_text')}
      action={
        <Button pending={switching.isPending} onPress={() => void switching.start()}>
          {t('offers.on')}
        </Button>
      }
    />
  )
}
