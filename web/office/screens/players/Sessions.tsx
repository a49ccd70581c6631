import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { countryName } from '@/i18n/names'
import { Button } from '@/ui/Button'
import { showToast } from '@/ui/toast'
import { endSessions, sessionsQuery } from '../../api/playerParts'
import { PLAYERS } from '../../api/players'
import type { PlayerSession } from '../../api/types'
import { t } from '../../i18n/texts'
import { DataGrid } from '../../ui/DataGrid'
import { Loaded } from '../../ui/Loaded'
import { Panel } from '../../ui/Panel'
import { Nothing } from '../../ui/PlayerParts'
import { ReasonDialog } from '../../ui/ReasonDialog'
import { Time } from '../../ui/Time'

const deviceName = ({ browser, system }: PlayerSession): string => [browser, system].filter(Boolean).join(', ') || t('sessions.unknown')

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
      {t('sessions.end_all')}
    </Button>
  )
  return (
    <Panel title={t('player.sessions')} actions={endAll}>
      {sessions.length === 0 ? (
        <Nothing>{t('sessions.none')}</Nothing>
      ) : (
        <DataGrid
          label={t('player.sessions')}
          rows={sessions}
          rowKey={(row) => row.id}
          columns={[
            { label: t('sessions.device'), cell: deviceName },
            { label: t('player.country'), cell: ({ country }) => (country ? countryName(country) : t('unknown')) },
            { label: t('sessions.opened'), cell: (row) => <Time at={row.created_at} /> },
            { label: t('sessions.seen'), cell: (row) => <Time at={row.seen_at} /> },
            ...(mayEnd
              ? [
                  {
                    label: t('staff.actions'),
                    align: 'end' as const,
                    cell: (row: PlayerSession) => (
                      <Button size="s" variant="secondary" aria-label={t('sessions.end_one', { device: deviceName(row) })} onPress={() => setEnding(row)}>
                        {t('sessions.end')}
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
          title={ending === 'all' ? t('sessions.end_all_title') : t('sessions.end_title', { device: deviceName(ending) })}
          text={t('sessions.end_text')}
          confirm={t('sessions.end')}
          tone="danger"
          run={(reason, key) => endSessions(id, ending === 'all' ? null : ending.id, reason, key)}
          onDone={() => {
            showToast('successfully', t('sessions.ended'))
            onChanged()
          }}
          onChanged={onChanged}
          onClose={() => setEnding(null)}
        />
      )}
    </Panel>
  )
}
