import { useQuery } from '@tanstack/react-query'
import { t } from '@/i18n/messages'
import { dateTimeText } from '@/i18n/names'
import { FailedState } from '@/ui/FailedState'
import { Skeleton } from '@/ui/Skeleton'
import { commitmentQuery, commitmentsEndQuery, COMMITMENTS_FILE, MIRROR } from '../api/commitments'
import { HashValue } from './HashValue'

const LINK = 'inline-flex min-h-11 items-center rounded-s text-link underline underline-offset-4'

/** The public list of all that the operator has committed itself to: where it ends, and how it is mirrored. */
export function CommitmentList() {
  const { data, isError, refetch } = useQuery(commitmentsEndQuery)
  if (isError) return <FailedState level={3} title={t('fairness.list_failed')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-32 w-full" />
  return (
    <div className="space-y-4">
      <p className="text-sm text-soft">
        {t('fairness.list_number')}: <span className="tabular font-semibold text-text">{data.number}</span>
      </p>
      <HashValue label={t('fairness.list_head')} value={data.head} />
      <p className="flex flex-wrap gap-x-6 text-sm">
        <a href={COMMITMENTS_FILE} download className={LINK}>
          {t('fairness.list_save')}
        </a>
        <a href={MIRROR} download className={LINK}>
          {t('fairness.list_script')}
        </a>
      </p>
    </div>
  )
}

/** Since when a hash stands in the list, or that it does not. */
export function ListedSince({ hash }: { hash: string }) {
  const { data } = useQuery(commitmentQuery(hash))
  if (data === undefined) return null
  return (
    <p className="mt-2 text-sm text-soft">
      {data ? t('fairness.list_entry', { time: dateTimeText(data.committed_at), number: data.number }) : t('fairness.list_missing')}
    </p>
  )
}
