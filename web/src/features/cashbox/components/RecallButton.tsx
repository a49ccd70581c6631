import { useState } from 'react'
import type { Payment } from '@/api/types'
import { t } from '@/i18n/messages'
import { useTick } from '@/platform/useTick'
import { timeToRecall } from '../model/recall'
import { RecallDialog } from './RecallDialog'

const RADIUS = 8
const LENGTH = 2 * Math.PI * RADIUS

/** The look of a link in a row. */
const LINK =
  'relative z-1 mt-0.5 inline-flex min-h-6 items-center gap-1.5 text-xs font-semibold text-link underline-offset-4 hover:underline pointer-coarse:min-h-11'

/** Takes a payout back while that is possible; a ring shows the time that is left. */
export function RecallButton({ payment, className = LINK }: { payment: Payment; className?: string }) {
  const [isAsking, setIsAsking] = useState(false)
  const left = timeToRecall(payment, useTick())
  if (left === null) return null
  return (
    <>
      <button type="button" onClick={() => setIsAsking(true)} className={className}>
        {left !== 'open' && (
          <svg width="20" height="20" viewBox="0 0 20 20" role="img" aria-label={t('cashbox.recall_left', { seconds: left.seconds })} className="-rotate-90">
            <circle cx="10" cy="10" r={RADIUS} fill="none" stroke="var(--line)" strokeWidth="2.5" />
            <circle
              cx="10"
              cy="10"
              r={RADIUS}
              fill="none"
              stroke="currentColor"
              strokeWidth="2.5"
              strokeLinecap="round"
              strokeDasharray={LENGTH}
              strokeDashoffset={LENGTH * (1 - left.share)}
            />
            <text x="10" y="10" transform="rotate(90 10 10)" textAnchor="middle" dominantBaseline="central" fill="currentColor" fontSize="8" aria-hidden="true">
              {left.seconds < 100 ? left.seconds : ''}
            </text>
          </svg>
        )}
        {t('cashbox.recall')}
      </button>
      {isAsking && <RecallDialog payment={payment} onClose={() => setIsAsking(false)} />}
    </>
  )
}
