import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { showToast } from '@/ui/toast'
import { useMay } from '../../api/me'
import { maintenanceQuery, switchSite } from '../../api/operations'
import type { BrandState } from '../../api/types'
import { t } from '../../i18n/texts'
import { DataGrid } from '../../ui/DataGrid'
import { Loaded } from '../../ui/Loaded'
import { Panel } from '../../ui/Panel'
import { ReasonDialog } from '../../ui/ReasonDialog'
import { Time } from '../../ui/Time'

/** The sites of the brands, each of which can be closed for maintenance. */
export function Maintenance() {
  const brands = useQuery(maintenanceQuery)
  const maySwitch = useMay()('maintenance.switch')
  const [switching, setSwitching] = useState<BrandState | null>(null)
  return (
    <Panel title={t('maintenance.sites')} className="lg:col-span-2">
      <Loaded query={brands}>
        {(found) => (
          <DataGrid
            label={t('maintenance.sites')}
            rows={found}
            rowKey={({ id }) => id}
            columns={[
              { label: t('maintenance.brand'), cell: ({ name }) => name },
              { label: t('staff.state'), cell: (brand) => <State brand={brand} /> },
              ...(maySwitch
                ? [{ label: t('staff.actions'), align: 'end' as const, cell: (brand: BrandState) => <Switch brand={brand} onOpen={setSwitching} /> }]
                : []),
            ]}
          />
        )}
      </Loaded>
      {switching && <SwitchDialog brand={switching} onClose={() => setSwitching(null)} />}
    </Panel>
  )
}

function State({ brand: { closed } }: { brand: BrandState }) {
  return (
    <>
      <Badge tone={closed ? 'danger' : 'success'}>{t(closed ? 'maintenance.closed' : 'maintenance.open')}</Badge>
      {closed && (
        <span className="mt-1 block text-xs text-muted">
          {closed.by}: {closed.reason} (<Time at={closed.at} />)
        </span>
      )}
    </>
  )
}

function Switch({ brand, onOpen }: { brand: BrandState; onOpen: (brand: BrandState) => void }) {
  return (
    <span role="group" aria-label={t('maintenance.actions_for', { brand: brand.name })}>
      <Button size="s" variant={brand.closed ? 'secondary' : 'ghost'} onPress={() => onOpen(brand)}>
        {t(brand.closed ? 'maintenance.to_open' : 'maintenance.to_close')}
      </Button>
    </span>
  )
}

function SwitchDialog({ brand, onClose }: { brand: BrandState; onClose: () => void }) {
  const queryClient = useQueryClient()
  const to = brand.closed ? 'open' : 'close'
  const onChanged = () => {
    onClose()
    void queryClient.invalidateQueries({ queryKey: maintenanceQuery.queryKey })
  }
  return (
    <ReasonDialog
      title={t(`maintenance.to_${to}_title`, { brand: brand.name })}
      text={t(`maintenance.to_${to}_text`)}
      confirm={t(`maintenance.to_${to}`)}
      tone={to === 'close' ? 'danger' : 'primary'}
      run={(reason, key) => switchSite(brand.id, to === 'open', reason, key)}
      onDone={() => {
        showToast('successfully', t(`maintenance.done_${to}`, { brand: brand.name }))
        onChanged()
      }}
      onChanged={onChanged}
      onClose={onClose}
    />
  )
}
