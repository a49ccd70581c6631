import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAction } from '@/api/useAction'
import { t } from '@/i18n/messages'
import { dateTimeText } from '@/i18n/names'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { FailedState } from '@/ui/FailedState'
import { Skeleton } from '@/ui/Skeleton'
import { toastError } from '@/ui/toastError'
import { askForData, exportsQuery, takeData, type DataExport } from '../api/privacy'

/** Copies of all data held about the player: asking for one, and taking it. */
export function DataCopies() {
  const client = useQueryClient()
  const copies = useQuery(exportsQuery)
  const asking = useAction({
    run: (_: void, { idempotencyKey }) => askForData(idempotencyKey),
    onDone: (answer) => client.setQueryData(exportsQuery.queryKey, answer),
    onError: toastError,
  })
  if (copies.isPending) return <Skeleton className="h-40 w-full" />
  if (!copies.data) return <FailedState level={3} title={t('privacy.failed')} onRetry={() => void copies.refetch()} />
  const { exports, kept_days, daily_max } = copies.data
  const isUnderWay = exports.some(({ state }) => state === 'asked')
  return (
    <Card title={t('privacy.data_title')} text={t('privacy.data_text', { days: kept_days, max: daily_max })}>
      <ul className="mb-4 divide-y divide-line">
        {exports.map((copy) => (
          <Copy key={copy.id} copy={copy} />
        ))}
      </ul>
      <Button variant="secondary" isDisabled={isUnderWay} pending={asking.isPending} onPress={() => void asking.start()}>
        {t('privacy.ask')}
      </Button>
    </Card>
  )
}

function Copy({ copy }: { copy: DataExport }) {
  const taking = useAction({ run: (_: void) => takeData(copy), onError: toastError })
  const until = copy.expires_at ? dateTimeText(copy.expires_at) : ''
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 text-sm">
      <div data-varies>
        <p className="font-medium">{dateTimeText(copy.asked_at)}</p>
        <p className="text-soft">{t(`privacy.state_${copy.state}`, { date: until })}</p>
      </div>
      {copy.state === 'ready' && (
        <Button size="s" pending={taking.isPending} onPress={() => void taking.start()}>
          {t('privacy.take')}
        </Button>
      )}
    </li>
  )
}
