import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { showToast } from '@/ui/toast'
import { GAMES, gamePartnersQuery, switchProvider } from '../../api/games'
import { useMay } from '../../api/me'
import type { GamePartner } from '../../api/types'
import { t } from '../../i18n/texts'
import { DataGrid } from '../../ui/DataGrid'
import { Panel } from '../../ui/Panel'
import { ReasonDialog } from '../../ui/ReasonDialog'
import { Time } from '../../ui/Time'

type Provider = GamePartner['providers'][number]

/** Partners with games: how each does, its calls that came to nothing, and a switch for each of its providers. Nothing where there are none. */
export function GamePartners() {
  const partners = useQuery(gamePartnersQuery)
  const [switching, setSwitching] = useState<Provider | null>(null)
  if (!partners.data?.length) return null
  return (
    <div className="mb-4 grid items-start gap-5 lg:grid-cols-2">
      {partners.data.map((partner) => (
        <Panel key={partner.name} title={t('games.failures', { name: partner.name })} actions={<Health partner={partner} />}>
          <ul className="mb-3 space-y-2 text-sm">
            {partner.providers.map((provider) => (
              <ProviderLine key={provider.id} provider={provider} onSwitch={setSwitching} />
            ))}
          </ul>
          <Failures partner={partner} />
        </Panel>
      ))}
      {switching && <ProviderDialog provider={switching} onClose={() => setSwitching(null)} />}
    </div>
  )
}

function Health({ partner: { away_since, answered, asked, unsigned } }: { partner: GamePartner }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
      <Badge tone={away_since ? 'danger' : 'success'}>{t(away_since ? 'games.partner_away' : 'games.partner_answers')}</Badge>
      {away_since && <Time at={away_since} />}
      <span>{t('games.partner_answered', { answered, asked })}</span>
      <span>{t('games.partner_unsigned', { count: unsigned })}</span>
    </span>
  )
}

function ProviderLine({ provider, onSwitch }: { provider: Provider; onSwitch: (provider: Provider) => void }) {
  const maySwitch = useMay()('games.switch')
  const { id, off } = provider
  return (
    <li className="flex flex-wrap items-center justify-between gap-2">
      <span>
        {id} <Badge tone={off ? 'danger' : 'success'}>{t(off ? 'games.off' : 'games.on')}</Badge>
        {off && (
          <span className="block text-xs text-muted">
            {off.by}: {off.reason}
          </span>
        )}
      </span>
      {maySwitch && (
        <span role="group" aria-label={t('games.actions_for', { title: id })}>
          <Button size="s" variant={off ? 'secondary' : 'ghost'} onPress={() => onSwitch(provider)}>
            {t(off ? 'games.switch_on' : 'games.switch_off')}
          </Button>
        </span>
      )}
    </li>
  )
}

function Failures({ partner: { name, failures } }: { partner: GamePartner }) {
  if (failures.length === 0) return <p className="text-sm text-muted">{t('games.failures_none')}</p>
  return (
    <DataGrid
      label={t('games.failures', { name })}
      rows={failures}
      rowKey={({ at, call, round, code }) => [at, call, round, code].join(' ')}
      columns={[
        { label: t('games.failure_at'), cell: ({ at }) => <Time at={at} /> },
        { label: t('games.failure_call'), cell: ({ call }) => call },
        { label: t('games.failure_code'), align: 'end', cell: ({ code }) => <span className="tabular">{code}</span> },
        { label: t('games.failure_message'), cell: ({ message }) => message },
        { label: t('games.failure_player'), align: 'end', cell: ({ player_id }) => player_id ?? '–' },
        { label: t('games.failure_round'), cell: ({ round }) => <span className="break-all">{round ?? '–'}</span> },
      ]}
    />
  )
}

function ProviderDialog({ provider: { id, off }, onClose }: { provider: Provider; onClose: () => void }) {
  const queryClient = useQueryClient()
  const to = off ? 'on' : 'off'
  const onChanged = () => {
    onClose()
    void queryClient.invalidateQueries({ queryKey: GAMES })
  }
  return (
    <ReasonDialog
      title={t(`games.provider_${to}_title`, { title: id })}
      text={t(`games.provider_${to}_text`)}
      confirm={t(`games.switch_${to}`)}
      tone={to === 'off' ? 'danger' : 'primary'}
      run={(reason, key) => switchProvider(id, to === 'on', reason, key)}
      onDone={() => {
        showToast('successfully', t(`games.switched_${to}`, { title: id }))
        onChanged()
      }}
      onChanged={onChanged}
      onClose={onClose}
    />
  )
}
