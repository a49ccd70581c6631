import { useQuery } from '@tanstack/react-query'
import { t, type MessageKey } from '@/i18n/messages'
import { Icon } from '@/ui/Icon'
import { Alert } from '@/ui/Alert'
import { Skeleton } from '@/ui/Skeleton'

interface VerdictProps<Step extends string> {
  /** Names what is checked. */
  subject: readonly string[]
  check: () => Promise<Record<Step, boolean>>
  steps: readonly (readonly [Step, MessageKey])[]
  unfair: MessageKey
}

/** A check of a draw in this browser, step by step, with what comes of all of them. */
export function Verdict<Step extends string>({ subject, check, steps, unfair }: VerdictProps<Step>) {
  const { data, isError } = useQuery({ queryKey: ['fairness', ...subject], queryFn: check, staleTime: Number.POSITIVE_INFINITY })
  if (isError) return <Alert tone="danger">{t('fairness.check_failed')}</Alert>
  if (!data) return <Skeleton className="h-24 w-full" />
  const isFair = steps.every(([step]) => data[step])
  return (
    <Alert tone={isFair ? 'success' : 'danger'}>
      <p className="font-semibold">{t(isFair ? 'fairness.box_fair' : unfair)}</p>
      <ul className="mt-2 space-y-1 text-sm text-soft">
        {steps.map(([step, text]) => (
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
