import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { countryName } from '@/i18n/names'
import { Button } from '@/ui/Button'
import { showToast } from '@/ui/toast'
import { endSessions, sessionsQuery } from '../../api/playerParts'
import { PLAYERS } from '../../api/players'
import type { PlayerSession } from '../../api/types'
import { say } from '../../i18n/texts'
import { DataGrid } from '../../ui/DataGrid'
import { Loaded } from '../../ui/Loaded'
import { Panel } from '../../ui/Panel'
import { Nothing } from '../../ui/PlayerParts'
import { ReasonDialog } from '../../ui/ReasonDialog'
import { Time } from '../../ui/Time'

const deviceName = ({ browser, system }: PlayerSession): string => [browser, system].filter(Boolean).join(', ') || say('sessions.unknown')

/** Where the player is signed in, and the ways to end that. */
export function Sessions({ id, mayEnd }: { id: number; mayEnd: boolean }) {
  return <Loaded query={useQuery(sessionsQuery(id))}>{({ sessions }) => <Open id={id} sessions={sessions} mayEnd={mayEnd} />}</Loaded>
}

function Open({ id, sessions, mayEnd }: { id: number; sessions: readonly PlayerSession[]; mayEnd: boolean }) {
  const [ending, setEnding] = useState<PlayerSession | 'all' | null>(null)
  const queryClient = useQueryClient()
  const onChanged = () => {
    setEnding(null)
    void queryClient.invalidateQueries({ queryKey: PLAYERS })
  }
  const endAll = mayEnd && sessions.length > 0 && (
    <Button size="s" variant="danger" onPress={() => setEnding('all')}>
      {say('sessions.end_all')}
    </Button>
  )
  return (
    <Panel title={say('player.sessions')} actions={endAll}>
      {sessions.length === 0 ? (
        <Nothing>{say('sessions.none')}</Nothing>
      ) : (
        <DataGrid
          label={say('player.sessions')}
          rows={sessions}
          rowKey={(row) => row.id}
          columns={[
            { label: say('sessions.device'), cell: deviceName },
            { label: say('player.country'), cell: ({ country }) => (country ? countryName(country) : say('unknown')) },
            { label: say('sessions.opened'), cell: (row) => <Time at={row.created_at} /> },
            { label: say('sessions.seen'), cell: (row) => <Time at={row.seen_at} /> },
            ...(mayEnd
              ? [
                  {
                    label: say('staff.actions'),
                    align: 'end' as const,
                    cell: (row: PlayerSession) => (
                      <Button size="s" variant="secondary" aria-label={say('sessions.end_one', { device: deviceName(row) })} onPress={() => setEnding(row)}>
                        {say('sessions.end')}
                      </Button>
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
      {ending !== null && (
        <ReasonDialog
          title={ending === 'all' ? say('sessions.end_all_title') : say('sessions.end_title', { device: deviceName(ending) })}
          text={say('sessions.end_text')}
          confirm={say('sessions.end')}
          tone="danger"
          run={(reason, key) => endSessions(id, ending === 'all' ? null : ending.id, reason, key)}
          onDone={() => {
            showToast('successfully', say('sessions.ended'))
            onChanged()
          }}
          onChanged={onChanged}
          onClose={() => setEnding(null)}
        />
      )}
    </Panel>
  )
}
