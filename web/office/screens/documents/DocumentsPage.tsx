import { getRouteApi } from '@tanstack/react-router'
import { Badge } from '@/ui/Badge'
import { useDocuments } from '../../api/documents'
import { fileAddress } from '../../api/files'
import type { DocumentRow, DocumentStanding } from '../../api/types'
import { t, tWord } from '../../i18n/texts'
import { FileLink } from '../../ui/FileLink'
import { FilterTabs } from '../../ui/FilterTabs'
import { ListTable, type ListColumn } from '../../ui/ListTable'
import { State } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { PlayerFlags } from '../../ui/PlayerFlags'
import { Time } from '../../ui/Time'
import { WaitingChecks } from './WaitingChecks'

const route = getRouteApi('/member/documents')

/** Documents that wait for a person, oldest first, and those that were decided about. */
export function DocumentsPage() {
  const { state } = route.useSearch()
  const states = ['pending', 'approved', 'rejected'] as const
  const choices = [...states.map((value) => ({ value, label: t(`documents.state_${value}`) })), { value: 'partner', label: t('identity.queue') }]
  return (
    <>
      <PageHead
        title={t('documents.title')}
        lead={t('documents.lead')}
        actions={
          <>
            {state !== 'partner' && <FileLink href={fileAddress('/api/documents/export', { state })}>{t('list.csv')}</FileLink>}
            <FilterTabs label={t('documents.filter')} name="state" chosen={state} choices={choices} />
          </>
        }
      />
      {state === 'partner' ? <WaitingChecks /> : <Documents state={state} />}
    </>
  )
}

function Documents({ state }: { state: DocumentStanding }) {
  const list = useDocuments(state)
  return (
    <ListTable
      label={t('documents.title')}
      list={list}
      columns={columns()}
      rowKey={({ id }) => id}
      rowPath={({ id }) => `/documents/${id}`}
      empty={<State icon="check" title={t(`documents.none_${state}`)} />}
    />
  )
}

/** Where a document stands. */
export function Standing({ state }: Pick<DocumentRow, 'state'>) {
  const tone = ({ pending: 'info', approved: 'success', rejected: 'danger' } as const)[state]
  return <Badge tone={tone}>{t(`documents.state_${state}`)}</Badge>
}

const columns = (): ListColumn<DocumentRow>[] => [
  { label: t('player'), cell: ({ player }) => `#${player.id} ${player.name ?? player.email}` },
  { label: t('documents.kind'), cell: ({ kind }) => tWord('document_kind', kind) },
  { label: t('documents.state'), cell: ({ state }) => <Standing state={state} /> },
  { label: t('documents.about_player'), wideOnly: true, cell: ({ player }) => <PlayerFlags player={player} /> },
  { label: t('documents.sent'), cell: ({ created_at }) => <Time at={created_at} /> },
  { label: t('documents.reviewed_by'), wideOnly: true, cell: ({ reviewed_by }) => reviewed_by ?? '–' },
]
