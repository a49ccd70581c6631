import type { ReactNode } from 'react'
import type { Lootbox } from '@/api/types'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Icon } from '@/ui/Icon'
import { ButtonLink } from '@/ui/Link'
import { usePrizeTexts } from '@/ui/usePrizeTexts'

interface PrizeDialogProps {
  box: Lootbox
  /** Shows that the draw was fair. */
  proof: ReactNode
  onClose: () => void
}

/** What a box has given: in words, with its terms, the way to it, and the proof of its draw. */
export function PrizeDialog({ box, proof, onClose }: PrizeDialogProps) {
  const texts = usePrizeTexts(box.currency)
  return (
    <Dialog title={t('lootbox.won_title')} size="m" onClose={onClose}>
      {box.bonuses.map((bonus) => (
        <div key={bonus.title} className="relative overflow-hidden rounded-l border border-win/40 bg-raised px-6 py-8 text-center">
          <div aria-hidden="true" className="absolute inset-0 bg-[radial-gradient(60%_90%_at_50%_0%,var(--win),transparent_70%)] opacity-20" />
          <div className="relative">
            <Icon name={bonus.type === 'freespins' ? 'sparkle' : 'gift'} size={44} className="mx-auto text-win" />
            <p className="mt-3 font-display text-3xl font-semibold text-win">{texts.name(bonus)}</p>
            <p className="mt-2 text-sm text-soft">{texts.terms(bonus)}</p>
          </div>
        </div>
      ))}
      <p className="mt-4 text-sm text-soft">{t('lootbox.won_text')}</p>
      <div className="mt-5 grid grid-cols-2 gap-3">
        <Button variant="secondary" onPress={onClose}>
          {t('lootbox.close')}
        </Button>
        <ButtonLink to="/profile/gifts">{t('lootbox.see_gifts')}</ButtonLink>
      </div>
      <details className="mt-5 rounded-m border border-line px-4 py-3">
        <summary className="cursor-pointer text-sm font-semibold">{t('lootbox.verify')}</summary>
        <div className="mt-4">{proof}</div>
      </details>
    </Dialog>
  )
}
