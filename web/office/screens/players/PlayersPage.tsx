import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { countryName } from '@/i18n/names'
import { Button } from '@/ui/Button'
import { fileAddress } from '../../api/files'
import { useMay } from '../../api/me'
import { PLAYERS, usePlayers } from '../../api/players'
import type { PlayerRow } from '../../api/types'
import { t } from '../../i18n/texts'
import { FileLink } from '../../ui/FileLink'
import { ListTable, type ListColumn } from '../../ui/ListTable'
import { State } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { PlayerFlags } from '../../ui/PlayerFlags'
import { SearchField } from '../../ui/SearchField'
import { Time } from '../../ui/Time'
import { useTypedQuery } from '../../ui/useTypedQuery'
import { MakePlayerDialog } from './MakePlayerDialog'

const route = getRouteApi('/member/players')

/** Players by number, e-mail address, name or phone number; the newest ones before anything is typed. */
export function PlayersPage() {
  const { query } = route.useSearch()
  const navigate = useNavigate()
  const [typed, setTyped] = useTypedQuery(query, (wanted) => void navigate({ to: '/players', search: { query: wanted }, replace: true }))
  const list = usePlayers(query)
  const may = useMay()
  const queryClient = useQueryClient()
  const [isMaking, setMaking] = useState(false)
  return (
    <>
      <PageHead
        title={t('players.title')}
        lead={t('players.lead')}
        actions={
          <>
            <FileLink href={fileAddress('/api/players/export', { query: query || null })}>{t('list.csv')}</FileLink>
            {may('bonuses.issue') && (
              <Button size="s" variant="secondary" onPress={() => setMaking(true)}>
                {t('autologin.make')}
              </Button>
            )}
          </>
        }
      />
      <div className="mb-4 max-w-md">
        <SearchField label={t('players.search')} value={typed} onChange={setTyped} />
      </div>
      <ListTable
        label={t('players.title')}
        list={list}
        columns={columns()}
        rowKey={({ id }) => String(id)}
        rowPath={({ id }) => `/players/${id}`}
        empty={<State icon="search" title={t('players.none')} text={t('players.none_text')} />}
      />
      {isMaking && <MakePlayerDialog onMade={() => void queryClient.invalidateQueries({ queryKey: PLAYERS })} onClose={() => setMaking(false)} />}
    </>
  )
}

const columns = (): ListColumn<PlayerRow>[] => [
  { label: t('player'), cell: ({ id, name }) => `#${id} ${name ?? ''}`.trim() },
  { label: t('email'), cell: ({ email }) => <span className="break-all">{email}</span> },
  { label: t('player.phone'), wideOnly: true, cell: ({ mobile_phone }) => mobile_phone ?? '–' },
  { label: t('player.country'), wideOnly: true, cell: ({ country }) => countryName(country) },
  { label: t('currency'), wideOnly: true, cell: ({ currency }) => currency },
  { label: t('player.state'), cell: (row) => <PlayerFlags player={row} /> },
  { label: t('player.registered'), wideOnly: true, cell: ({ registered_at }) => <Time at={registered_at} /> },
]
