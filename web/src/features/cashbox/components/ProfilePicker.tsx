import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import type { PaymentMethod } from '@/api/types'
import { useAction } from '@/api/useAction'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Icon } from '@/ui/Icon'
import { IconButton } from '@/ui/IconButton'
import { CHOICE_CARD } from '@/ui/choiceCard'
import { showToast } from '@/ui/toast'
import { toastError } from '@/ui/toastError'
import { removeProfile } from '../api/removeProfile'
import { brandName } from './brandName'

/** Stands for paying with a card that is not stored yet. */
export const NEW_CARD = 'new'

type Profile = PaymentMethod['savedProfiles'][number]

interface ProfilePickerProps {
  /** Whether these are cards or accounts. */
  type: PaymentMethod['type']
  profiles: PaymentMethod['savedProfiles']
  value: string
  onChange: (id: string) => void
  /** Whether another card than the stored ones may be used. */
  allowsNew: boolean
}

/** `424242******4242` as people read cards; an account (`a***@example.com`) as it is. */
export function cardText(masked: string): string {
  return /^\d{6}\*+\d{4}$/.test(masked) ? `•••• ${masked.slice(-4)}` : masked
}

/** A stored card or account as it is named in sentences: `Visa •••• 4242`. */
export function profileName({ brand, masked }: Profile): string {
  return `${brandName(brand)} ${cardText(masked)}`
}

/** Stored cards or accounts of a method. */
export function ProfilePicker({ type, profiles, value, onChange, allowsNew }: ProfilePickerProps) {
  const isCard = type === 'card'
  /** The card or account that is about to be removed. */
  const [leaving, setLeaving] = useState<Profile>()
  const removed = (id: string) => {
    setLeaving(undefined)
    // A payout goes to a stored card only.
    if (value === id) onChange(profiles.find((other) => other.id !== id)?.id ?? (allowsNew ? NEW_CARD : ''))
  }
  return (
    <div className="space-y-2">
      <RadioGroup aria-label={t(isCard ? 'cashbox.card' : 'cashbox.saved_account')} value={value} onChange={onChange} className="space-y-2">
        {profiles.map((profile) => (
          <div key={profile.id} className="relative">
            <Radio value={profile.id} className={`${CHOICE_CARD} pr-14`}>
              <Icon name={isCard ? 'card' : 'wallet'} className="shrink-0 text-info" />
              <span className="flex-1 font-medium">
                {brandName(profile.brand)} <span className="tabular text-soft">{cardText(profile.masked)}</span>
              </span>
            </Radio>
            {/* What money has to go back to stays a destination. */}
            {profile.returns_cents === 0 && (
              <IconButton
                icon="close"
                size="s"
                label={t('cashbox.remove_card', { card: profileName(profile) })}
                onPress={() => setLeaving(profile)}
                className="absolute top-1/2 right-2 -translate-y-1/2"
              />
            )}
          </div>
        ))}
        {allowsNew && (
          <Radio value={NEW_CARD} className={CHOICE_CARD}>
            <Icon name="plus" className="shrink-0 text-soft" />
            <span className="flex-1 font-medium">{t(isCard ? 'cashbox.new_card' : 'cashbox.new_account')}</span>
          </Radio>
        )}
      </RadioGroup>
      {leaving && <RemovalDialog isCard={isCard} profile={leaving} onClose={() => setLeaving(undefined)} onRemoved={removed} />}
    </div>
  )
}

/** Asks once more before a card is removed. */
function RemovalDialog({ isCard, profile, onClose, onRemoved }: { isCard: boolean; profile: Profile; onClose: () => void; onRemoved: (id: string) => void }) {
  const client = useQueryClient()
  const removal = useAction({
    run: (_: void, { idempotencyKey }) => removeProfile(client, profile.id, idempotencyKey),
    onDone: () => {
      showToast('successfully', t(isCard ? 'cashbox.card_removed' : 'cashbox.account_removed'))
      onRemoved(profile.id)
    },
    onError: toastError,
  })
  return (
    <Dialog title={t('cashbox.remove_card_title', { card: profileName(profile) })} onClose={onClose} size="s">
      <p className="mb-6 text-sm text-soft">{t(isCard ? 'cashbox.remove_card_text' : 'cashbox.remove_account_text')}</p>
      <div className="grid gap-2">
        <Button variant="danger" wide size="l" pending={removal.isPending} onPress={() => void removal.start()}>
          {t(isCard ? 'cashbox.remove_card_confirm' : 'cashbox.remove_account_confirm')}
        </Button>
        <Button variant="secondary" wide size="l" onPress={onClose}>
          {t(isCard ? 'cashbox.remove_card_keep' : 'cashbox.remove_account_keep')}
        </Button>
      </div>
    </Dialog>
  )
}
