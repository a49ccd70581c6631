import { getRouteApi } from '@tanstack/react-router'
import { Badge } from '@/ui/Badge'
import { useChats } from '../../api/chats'
import type { ChatRow } from '../../api/types'
import { t } from '../../i18n/texts'
import { FilterTabs } from '../../ui/FilterTabs'
import { ListTable, type ListColumn } from '../../ui/ListTable'
import { State } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { Time } from '../../ui/Time'

const route = getRouteApi('/member/chats')

/** Conversations with players and guests: those that wait for an answer first. */
export function ChatsPage() {
  const { state } = route.useSearch()
  const list = useChats(state)
  return (
    <>
      <PageHead
        title={t('chats.title')}
        lead={t('chats.lead')}
        actions={
          <FilterTabs
            label={t('chats.filter')}
            name="state"
            chosen={state}
            choices={[
              { value: 'open', label: t('chats.open') },
              { value: 'closed', label: t('chats.closed') },
            ]}
          />
        }
      />
      <ListTable
        label={t('chats.title')}
        list={list}
        columns={columns()}
        rowKey={({ id }) => id}
        rowPath={({ id }) => `/chats/${id}`}
        empty={<State icon="support" title={t(`chats.none_${state}`)} />}
      />
    </>
  )
}

/** Who writes; a guest has no number. */
export const visitorName = ({ player }: Pick<ChatRow, 'player'>): string => (player ? `#${player.id} ${player.name ?? player.email}` : t('chats.guest'))

/** Whether somebody waits, and who answers. */
export function Standing({ chat: { state, waits, vip } }: { chat: Pick<ChatRow, 'state' | 'waits' | 'vip'> }) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      {state === 'closed' ? (
        <Badge>{t('chats.closed')}</Badge>
      ) : (
        <Badge tone={waits ? 'warning' : 'success'}>{t(waits ? 'chats.waits' : 'chats.answered')}</Badge>
      )}
      {vip && <Badge tone="vip">VIP</Badge>}
    </span>
  )
}

const columns = (): ListColumn<ChatRow>[] => [
  { label: t('chats.visitor'), cell: visitorName },
  { label: t('chats.state'), cell: (chat) => <Standing chat={chat} /> },
  { label: t('chats.assigned'), wideOnly: true, cell: ({ assigned_to }) => assigned_to ?? '–' },
  { label: t('language'), wideOnly: true, cell: ({ locale }) => locale },
  { label: t('chats.messages'), align: 'end', wideOnly: true, cell: ({ message_count }) => message_count },
  { label: t('chats.last'), cell: ({ updated_at }) => <Time at={updated_at} /> },
]
