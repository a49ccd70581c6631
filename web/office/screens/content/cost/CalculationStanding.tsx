import { Alert } from '@/ui/Alert'
import type { CostStanding, FraudDryRunStanding, ScoringStanding } from '../../../api/types'
import { t } from '../../../i18n/texts'
import { Time } from '../../../ui/Time'

const FAULTS = ['changed', 'faulty', 'archived', 'too_many', 'broken'] as const

/** Who has asked, how far it is, and why there may be no result. */
export function CalculationStanding({
  standing,
}: {
  standing: Pick<CostStanding | FraudDryRunStanding | ScoringStanding, 'state' | 'asked_by' | 'asked_at' | 'fault'>
}) {
  const { state, asked_by, asked_at, fault } = standing
  const known = FAULTS.find((name) => name === fault)
  return (
    <>
      <p role="status" className="mt-1 text-sm text-soft">
        {t(`cost.state_${state}`)} · {asked_by} · <Time at={asked_at} />
      </p>
      {state === 'failed' && <Alert tone="danger">{t(`cost.fault_${known ?? 'broken'}`)}</Alert>}
    </>
  )
}
