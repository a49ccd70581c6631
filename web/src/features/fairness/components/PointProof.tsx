import { useQuery } from '@tanstack/react-query'
import type { JackpotReveal } from '@/api/types'
import { t, type MessageKey } from '@/i18n/messages'
import { Icon } from '@/ui/Icon'
import { Alert } from '@/ui/Alert'
import { Skeleton } from '@/ui/Skeleton'
import { verifyPoint, type PointProof as Proof } from '../model/jackpot'
import { HashValue } from './HashValue'

const STEPS: readonly [keyof Proof, MessageKey][] = [
  ['isPromised', 'jackpots.promised'],
  ['isDrawn', 'jackpots.drawn'],
  ['isReached', 'jackpots.reached'],
]

/** The check, in this browser, of the hidden point of a cycle that was won. */
export function PointProof({ jackpot, reveal }: { jackpot: string; reveal: JackpotReveal }) {
  return (
    <div className="space-y-4">
      <Check jackpot={jackpot} reveal={reveal} />
      <HashValue label={t('fairness.server_hash')} value={reveal.server_seed_hash} />
      <HashValue label={t('fairness.server_seed')} value={reveal.server_seed} />
      <HashValue label={t('fairness.proof_message')} value={`${jackpot}:jackpot:${reveal.cycle}:${reveal.level}:0`} />
    </div>
  )
}

function Check({ jackpot, reveal }: { jackpot: string; reveal: JackpotReveal }) {
  const { data, isError } = useQuery({
    queryKey: ['fairness', 'point', jackpot, reveal.level, reveal.cycle, reveal.server_seed],
    queryFn: () => verifyPoint(jackpot, reveal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (isError) return <Alert tone="danger">{t('fairness.check_failed')}</Alert>
  if (!data) return <Skeleton className="h-24 w-full" />
  const isFair = STEPS.every(([step]) => data[step])
  return (
    <Alert tone={isFair ? 'success' : 'danger'}>
      <p className="font-semibold">{t(isFair ? 'jackpots.fair' : 'jackpots.unfair')}</p>
      <ul className="mt-2 space-y-1 text-sm text-soft">
        {STEPS.map(([step, text]) => (
          <li key={step} className="flex items-start gap-2">
            <Icon name={data[step] ? 'check' : 'close'} size={18} className={data[step] ? 'text-success' : 'text-danger-text'} />
            <span>
              {t(text)}: {t(data[step] ? 'fairness.matches' : 'fairness.differs')}
            </span>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
