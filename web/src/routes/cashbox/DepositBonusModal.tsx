import { BannerStrips } from '@/features/banners/components/BannerStrips'
import { OfferPicker } from '@/features/gifts/components/OfferPicker'
import { t } from '@/i18n/messages'
import type { ModalProps } from '@/platform/modal'
import { Dialog } from '@/ui/Dialog'

/** Which bonus the next deposit brings; leads on to the deposit. */
export function DepositBonusModal({ close, leaveTo }: ModalProps) {
  return (
    <Dialog title={t('offers.title')} onClose={close}>
      <p className="mb-5 text-sm text-soft">{t('offers.lead')}</p>
      <OfferPicker onDone={() => leaveTo('/deposit')} />
      <div className="mt-6 empty:hidden">
        <BannerStrips category="deposit" />
      </div>
    </Dialog>
  )
}
