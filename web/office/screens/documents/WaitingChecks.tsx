import { Link } from '@tanstack/react-router'
import { useWaitingChecks } from '../../api/identityChecks'
import type { IdentityCheck } from '../../api/types'
import { t } from '../../i18n/texts'
import { Doubts } from '../../ui/Doubts'
import { ListTable, type ListColumn } from '../../ui/ListTable'
import { State } from '../../ui/Loaded'
import { PlayerFlags } from '../../ui/PlayerFlags'
import { Time } from '../../ui/Time'

/** Checks of the identity partner that wait for a person, oldest first; each is decided about on its player's page. */
export function WaitingChecks() {
  const list = useWaitingChecks()
  return (
    <ListTable
      label={t('identity.queue')}
      list={list}
      columns={columns()}
      rowKey={({ player }) => String(player.id)}
      empty={<State icon="check" title={t('identity.queue_none')} />}
    />
  )
}

const columns = (): ListColumn<IdentityCheck>[] => [
  {
    label: t('player'),
    cell: ({ player }) => (
      <Link
        to="/players/$id"
        params={{ id: String(player.id) }}
        search={{ tab: 'documents' }}
        className="rounded-s text-link underline-offset-4 hover:underline"
      >
        #{player.id} {player.name ?? player.email}
      </Link>
    ),
  },
  { label: t('identity.doubts'), cell: (check) => <Doubts check={check} /> },
  { label: t('documents.about_player'), wideOnly: true, cell: ({ player }) => <PlayerFlags player={player} /> },
  { label: t('identity.attempt'), cell: ({ attempt }) => attempt },
  { label: t('identity.since'), cell: ({ reported_at }) => <Time at={reported_at} /> },
]
