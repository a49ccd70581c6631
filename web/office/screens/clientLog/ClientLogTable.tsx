import { currentLocale } from '@/i18n/messages'
import { Badge, type BadgeTone } from '@/ui/Badge'
import type { List } from '../../api/lists'
import type { ClientLogGroup } from '../../api/types'
import { t, tWord } from '../../i18n/texts'
import { ListTable, type ListColumn } from '../../ui/ListTable'
import { State } from '../../ui/Loaded'
import { Time } from '../../ui/Time'

/** Entries of browsers' logs, those that say the same as one row. */
export function ClientLogTable({ list }: { list: List<ClientLogGroup> }) {
  return (
    <ListTable
      label={t('client_log.title')}
      list={list}
      columns={columns()}
      rowKey={({ level, code, message, url, release }) => JSON.stringify([level, code, message, url, release])}
      empty={<State icon="check" title={t('client_log.none')} text={t('client_log.none_text')} />}
    />
  )
}

const TONES: Record<string, BadgeTone> = { error: 'danger', warning: 'warning', info: 'info' }

const counted = (count: number): string => count.toLocaleString(currentLocale())

const columns = (): ListColumn<ClientLogGroup>[] => [
  {
    label: t('client_log.entry'),
    cell: ({ code, message, stack }) => (
      <>
        <code className="text-xs break-all">{code}</code>
        <span className="block font-normal break-words text-soft">{message}</span>
        {stack && (
          <details className="text-xs font-normal text-muted">
            <summary className="cursor-pointer">{t('client_log.stack')}</summary>
            <pre className="mt-1 max-w-xl overflow-x-auto whitespace-pre-wrap break-all">{stack}</pre>
          </details>
        )}
      </>
    ),
  },
  { label: t('client_log.level'), cell: ({ level }) => <Badge tone={TONES[level]}>{tWord('log_level', level)}</Badge> },
  { label: t('client_log.page'), wideOnly: true, cell: ({ url }) => <span className="break-all">{url || '–'}</span> },
  { label: t('client_log.release'), wideOnly: true, cell: ({ release }) => <span className="break-all">{release ?? '–'}</span> },
  {
    label: t('client_log.count'),
    align: 'end',
    cell: ({ count, visits }) => (
      <span className="tabular">
        {counted(count)}
        {visits > 0 && <span className="block text-xs text-muted">{t('client_log.visits', { count: visits })}</span>}
      </span>
    ),
  },
  {
    label: t('client_log.last'),
    align: 'end',
    cell: ({ first_at, last_at }) => (
      <>
        <Time at={last_at} />
        {first_at !== last_at && (
          <span className="block text-xs text-muted">
            {t('client_log.since')} <Time at={first_at} />
          </span>
        )}
      </>
    ),
  },
]
