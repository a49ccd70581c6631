import { BonusBalance } from '@/features/gifts/components/BonusBalance'
import { BonusSwitch } from '@/features/gifts/components/BonusSwitch'
import { CashbackProgress } from '@/features/gifts/components/CashbackProgress'
import { GiftsPanel } from '@/features/gifts/components/GiftsPanel'
import { PromoCodeForm } from '@/features/gifts/components/PromoCodeForm'
import { SportGifts } from '@/features/gifts/components/SportGifts'
import { useAddressedCode } from '@/features/gifts/components/useAddressedCode'
import { BoxHints } from '@/routes/lootboxes/BoxHints'
import { t } from '@/i18n/messages'
import { ButtonLink } from '@/ui/Link'

/** What the player was given. A gift code of the address is redeemed here. */
export function GiftsPage() {
  useAddressedCode()
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="text-xl font-semibold">{t('gifts.title')}</h2>
          <p className="mt-1 text-sm text-soft">{t('gifts.lead')}</p>
        </div>
        <ButtonLink to="/profile/promocode" variant="secondary" size="s" icon="ticket">
          {t('gifts.to_code')}
        </ButtonLink>
      </div>
      <BoxHints />
      <CashbackProgress />
      <GiftsPanel />
      <SportGifts />
      <BonusSwitch />
    </>
  )
}

/** Where a code is typed. */
export function PromoCodePage() {
  return (
    <>
      <h2 className="text-xl font-semibold">{t('promocode.title')}</h2>
      <p className="mt-1 mb-6 text-sm text-soft">{t('promocode.lead')}</p>
      <PromoCodeForm />
    </>
  )
}

/** What the balance is made of, told in numbers. */
export function BonusBalancePage() {
  return (
    <div className="content max-w-2xl py-6 md:py-10">
      <h1 className="text-2xl font-semibold md:text-3xl">{t('bonus_balance.title')}</h1>
      <p className="mt-2 mb-6 text-soft">{t('bonus_balance.lead')}</p>
      <BonusBalance />
    </div>
  )
}
