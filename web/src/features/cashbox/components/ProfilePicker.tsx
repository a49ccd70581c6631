import { useQueryClient } from '@tanstack/react-query'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import type { PaymentMethod } from '@/api/types'
import { errorText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { Icon } from '@/ui/Icon'
import { IconButton } from '@/ui/IconButton'
import { showToast } from '@/ui/toast'
import { removeProfile } from '../api/removeProfile'
import { PICK } from './pickStyle'

/** Stands for paying with a card that is not stored yet. */
export const NEW_CARD = 'new'

interface ProfilePickerProps {
  profiles: PaymentMethod['savedProfiles']
  value: string
  onChange: (id: string) => void
  /** Whether another card than the stored ones may be used. */
  allowsNew: boolean
}

/** `424242******4242` as people read cards. */
export function cardText(masked: string): string {
  return `•••• ${masked.slice(-4)}`
}

/** Stored cards of a method. */
export function ProfilePicker({ profiles, value, onChange, allowsNew }: ProfilePickerProps) {
  const client = useQueryClient()
  const forget = (id: string) => {
    removeProfile(client, id).then(
      () => showToast('successfully', t('cashbox.card_removed')),
      (error: unknown) => showToast('reject', errorText(error)),
    )
    if (value === id) onChange(NEW_CARD)
  }
  return (
    <div className="space-y-2">
      <RadioGroup aria-label={t('cashbox.card')} value={value} onChange={onChange} className="space-y-2">
        {profiles.map((profile) => (
          <div key={profile.id} className="relative">
            <Radio value={profile.id} className={`${PICK} pr-14`}>
              <Icon name="card" className="shrink-0 text-info" />
              <span className="flex-1 font-medium">
                <span className="capitalize">{profile.brand}</span> <span className="tabular text-soft">{cardText(profile.masked)}</span>
              </span>
            </Radio>
            <IconButton
              icon="close"
              size="s"
              label={t('cashbox.remove_card', { card: `${profile.brand} ${cardText(profile.masked)}` })}
              onPress={() => forget(profile.id)}
              className="absolute top-1/2 right-2 -translate-y-1/2"
            />
          </div>
        ))}
        {allowsNew && (
          <Radio value={NEW_CARD} className={PICK}>
            <Icon name="plus" className="shrink-0 text-soft" />
            <span className="flex-1 font-medium">{t('cashbox.new_card')}</span>
          </Radio>
        )}
      </RadioGroup>
    </div>
  )
}
