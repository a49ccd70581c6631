import { useQuery, useQueryClient } from '@tanstack/react-query'
import { AWARDS, awardsQuery, jackpotShownByGameQuery, withoutAward } from '@/api/info/jackpotAwards'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Money } from '@/ui/Money'
import { LevelGem } from './LevelGem'
import { NightSky } from './NightSky'

/** Tells the player of each jackpot that was won, one at a time, over any page; not of those that the game on the screen shows. */
export function JackpotAwards() {
  const client = useQueryClient()
  const teller = useQuery(jackpotShownByGameQuery).data ?? null
  const award = useQuery(awardsQuery).data?.find(({ jackpot_identifier }) => jackpot_identifier !== teller)
  if (!award) return null
  const close = () => client.setQueryData(AWARDS, withoutAward(award.id))
  return (
    <Dialog title={t('jackpots.won_title')} titleHidden onClose={close} size="s">
      <div className="on-art relative flex flex-col items-center overflow-hidden bg-scrim px-6 pt-12 pb-8 text-center">
        <NightSky />
        <div className="relative flex flex-col items-center">
          <LevelGem name={award.jackpot_level_name} size={120} className="animate-pop motion-reduce:animate-none" />
          <p aria-hidden="true" className="mt-4 font-display text-2xl font-semibold">
            {t('jackpots.won_title')}
          </p>
          <p className="mt-2 text-sm text-soft">{t('jackpots.won_text', { level: t(`jackpots.${award.jackpot_level_name}`), jackpot: award.jackpot_title })}</p>
          <Money amountCents={award.amount_cents} currency={award.currency} won className="mt-4 text-4xl font-semibold" />
          <p className="mt-2 text-xs text-soft">{t('jackpots.won_paid')}</p>
          <Button onPress={close} className="mt-6">
            {t('jackpots.won_close')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
