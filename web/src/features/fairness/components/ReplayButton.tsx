import { use, useState } from 'react'
import { currentLocale, t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { CurrenciesContext } from '@/ui/Money'
import type { RoundProof } from '../api/round'

/** Games whose client shows a round again by itself; at a table the round is everybody's. */
const KINDS: readonly string[] = ['slots', 'roulette', 'keno']

/** Shows a finished round once more in its game, as it was seen; nothing where its game cannot. */
export function ReplayButton({ proof }: { proof: RoundProof }) {
  const [isShown, setShown] = useState(false)
  const { game, round } = proof
  const currency = use(CurrenciesContext).find(({ code }) => code === round.currency)
  if (!KINDS.includes(game.definition.kind) || round.status === 'open' || !currency) return null
  const { subunits_to_unit: subunits, fiat } = currency
  const wish = new URLSearchParams({ replay: round.id, subunits: String(subunits), fiat: String(fiat) })
  const title = t('fairness.replay_title', { game: game.title ?? game.identifier })
  return (
    <>
      <Button variant="secondary" size="s" onPress={() => setShown(true)}>
        {t('fairness.replay')}
      </Button>
      {isShown && (
        <Dialog title={title} size="l" onClose={() => setShown(false)}>
          <iframe
            src={`/house-games/?client=${game.definition.kind}&lang=${currentLocale()}#${wish}`}
            title={title}
            allow="autoplay"
            className="block h-[70dvh] w-full rounded-m border-0"
          />
        </Dialog>
      )}
    </>
  )
}
