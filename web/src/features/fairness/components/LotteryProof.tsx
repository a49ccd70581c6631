import type { Lottery } from '@/api/types'
import { t, type MessageKey } from '@/i18n/messages'
import { verifyLottery, type LotteryProof as Proof } from '../model/lottery'
import { HashValue } from './HashValue'
import { Verdict } from './Verdict'

const STEPS: readonly [keyof Proof, MessageKey][] = [
  ['isPromised', 'fairness.box_promised'],
  ['isDrawn', 'fairness.lottery_drawn'],
]

/** What a lottery was promised with, and of a drawn one the check of its draw in this browser. */
export function LotteryProof({ lottery }: { lottery: Lottery }) {
  const { slug, server_seed: seed, server_seed_hash: hash, tickets_count: tickets } = lottery
  return (
    <div className="space-y-4">
      {seed === null ? (
        <p className="text-sm text-soft">{t('fairness.lottery_promise')}</p>
      ) : (
        <Verdict
          subject={['lottery', slug, seed]}
          check={() => verifyLottery({ ...lottery, server_seed: seed })}
          steps={STEPS}
          unfair="fairness.lottery_unfair"
        />
      )}
      <HashValue label={t('fairness.server_hash')} value={hash} />
      {seed !== null && (
        <>
          <HashValue label={t('fairness.server_seed')} value={seed} />
          <HashValue label={t('fairness.proof_message')} value={`${slug}:lottery:${tickets}:0:0`} />
        </>
      )}
    </div>
  )
}
