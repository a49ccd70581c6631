import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Badge } from '@/ui/Badge'
import { chatOfPlayerQuery, documentsOfPlayerQuery, linksQuery } from '../../api/playerParts'
import { t, tWord } from '../../i18n/texts'
import { DataGrid } from '../../ui/DataGrid'
import { Loaded } from '../../ui/Loaded'
import { Panel } from '../../ui/Panel'
import { LinksList, Nothing } from '../../ui/PlayerParts'
import { Time } from '../../ui/Time'
import { Mails } from './Mails'

const LINK = 'rounded-s text-link underline-offset-4 hover:underline'

/** The mails to a player, and the conversation with support for those who may read it. */
export function Contact({ id, mayReadChat, mayResend }: { id: number; mayReadChat: boolean; mayResend: boolean }) {
  return (
    <div className="space-y-4">
      {mayReadChat && <Chat id={id} />}
      <Mails id={id} mayResend={mayResend} />
    </div>
  )
}

function Chat({ id }: { id: number }) {
  return (
    <Panel title={t('chats.conversation')}>
      <Loaded query={useQuery(chatOfPlayerQuery(id))} skeleton={<span />}>
        {({ chat }) =>
          chat === null ? (
            <Nothing>{t('chats.none_of_player')}</Nothing>
          ) : (
            <p className="flex flex-wrap items-center gap-3 text-sm">
              <Link to="/chats/$id" params={{ id: chat.id }} className={LINK}>
                {t('chats.read')}
              </Link>
              <Badge tone={chat.waits ? 'warning' : 'neutral'}>
                {t(chat.state === 'closed' ? 'chats.closed' : chat.waits ? 'chats.waits' : 'chats.answered')}
              </Badge>
              <Time at={chat.updated_at} />
            </p>
          )
        }
      </Loaded>
    </Panel>
  )
}

/** The documents of a player. */
export function Documents({ id }: { id: number }) {
  return (
    <Panel title={t('documents.title')}>
      <Loaded query={useQuery(documentsOfPlayerQuery(id))}>
        {({ documents }) =>
          documents.length === 0 ? (
            <Nothing>{t('documents.none_of_player')}</Nothing>
          ) : (
            <DataGrid
              label={t('documents.title')}
              rows={documents}
              rowKey={(row) => row.id}
              columns={[
                {
                  label: t('documents.kind'),
                  cell: (row) => (
                    <Link to="/documents/$id" params={{ id: row.id }} className={LINK}>
                      {tWord('document_kind', row.kind)}
                    </Link>
                  ),
                },
                { label: t('documents.state'), cell: (row) => t(`documents.state_${row.state}`) },
                { label: t('documents.sent'), cell: (row) => <Time at={row.created_at} /> },
                { label: t('documents.reviewed_by'), cell: (row) => row.reviewed_by ?? '–' },
                { label: t('documents.reason'), cell: (row) => (row.reason === null ? '–' : tWord('reject_reason', row.reason)) },
              ]}
            />
          )
        }
      </Loaded>
    </Panel>
  )
}

/** Other players with something in common. */
export function Linked({ id }: { id: number }) {
  return (
    <Panel title={t('links.title')}>
      <Loaded query={useQuery(linksQuery(id))}>{({ links }) => <LinksList links={links} />}</Loaded>
    </Panel>
  )
}
