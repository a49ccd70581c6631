import type { Lootbox } from '@/api/types'
import { t, type MessageKey } from '@/i18n/messages'
import { verifyPrize, type OpenedBox, type PrizeProof as Proof } from '../model/prize'
import { HashValue } from './HashValue'
import { Verdict } from './Verdict'

/** What a lootbox was promised with, and of an opened one the check of its draw in this browser. */
export function PrizeProof({ box }: { box: Lootbox }) {
  const opened = openedBox(box)
  return (
    <div className="space-y-4">
      {!opened && <p className="text-sm text-soft">{t('fairness.box_promise')}</p>}
      {opened && <Verdict subject={['prize', opened.id, opened.server_seed]} check={() => verifyPrize(opened)} steps={STEPS} unfair="fairness.box_unfair" />}
      <HashValue label={t('fairness.server_hash')} value={box.server_seed_hash} />
      {opened && (
        <>
          <HashValue label={t('fairness.server_seed')} value={opened.server_seed} />
          <HashValue label={t('fairness.client_seed')} value={opened.client_seed} />
          <HashValue label={t('fairness.proof_message')} value={`${opened.client_seed}:lootbox:${opened.id}:0:0`} />
          <p className="text-sm text-soft">{t('fairness.box_draw', { draw: opened.draw, total: box.weight })}</p>
        </>
      )}
    </div>
  )
}

function openedBox({ server_seed, client_seed, draw, prize, ...box }: Lootbox): OpenedBox | undefined {
  if (server_seed === null || client_seed === null || draw === null || prize === null) return undefined
  return { ...box, server_seed, client_seed, draw, prize }
}

const STEPS: readonly [keyof Proof, MessageKey][] = [
  ['isPromised', 'fairness.box_promised'],
  ['isDrawn', 'fairness.box_drawn'],
  ['isGiven', 'fairness.box_given'],
]
