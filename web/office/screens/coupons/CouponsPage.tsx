import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { currentLocale } from '@/i18n/messages'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { showToast } from '@/ui/toast'
import { COUPONS, endCoupon, useCoupons } from '../../api/coupons'
import { fileAddress } from '../../api/files'
import type { Coupon } from '../../api/types'
import { t } from '../../i18n/texts'
import { FileLink } from '../../ui/FileLink'
import { FilterTabs } from '../../ui/FilterTabs'
import { ListTable, type ListColumn } from '../../ui/ListTable'
import { State } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { ReasonDialog } from '../../ui/ReasonDialog'
import { Time } from '../../ui/Time'
import { CouponDialog } from './CouponDialog'

const route = getRouteApi('/member/coupons')

/** Coupons and promo codes: those that can be used and those that are over, and the way to make and end them. */
export function CouponsPage() {
  const { state } = route.useSearch()
  const list = useCoupons(state)
  const [isMaking, setMaking] = useState(false)
  const [ending, setEnding] = useState<Coupon | null>(null)
  const actions = { label: t('staff.actions'), align: 'end', cell: (coupon: Coupon) => <End coupon={coupon} onOpen={setEnding} /> } as const
  return (
    <>
      <PageHead
        title={t('coupons.title')}
        lead={t('coupons.lead')}
        actions={
          <>
            <FileLink href={fileAddress('/api/coupons/export', { state })}>{t('list.csv')}</FileLink>
            <FilterTabs
              label={t('coupons.filter')}
              name="state"
              chosen={state}
              choices={(['current', 'past'] as const).map((value) => ({ value, label: t(`coupons.${value}`) }))}
            />
            <Button size="s" icon="plus" onPress={() => setMaking(true)}>
              {t('coupons.action')}
            </Button>
          </>
        }
      />
      <ListTable
        label={t('coupons.title')}
        list={list}
        columns={state === 'current' ? [...columns(), actions] : columns()}
        rowKey={({ code }) => code}
        empty={<State icon="gift" title={t(`coupons.none_${state}`)} text={t('coupons.none_text')} />}
      />
      {isMaking && <CouponDialog onClose={() => setMaking(false)} />}
      {ending && <EndDialog coupon={ending} onClose={() => setEnding(null)} />}
    </>
  )
}

function End({ coupon, onOpen }: { coupon: Coupon; onOpen: (coupon: Coupon) => void }) {
  if (!coupon.changeable) return null
  return (
    <span role="group" aria-label={t('coupons.actions_for', { code: coupon.code })}>
      <Button size="s" variant="ghost" onPress={() => onOpen(coupon)}>
        {t('coupons.end')}
      </Button>
    </span>
  )
}

function EndDialog({ coupon: { code }, onClose }: { coupon: Coupon; onClose: () => void }) {
  const queryClient = useQueryClient()
  const onChanged = () => {
    onClose()
    void queryClient.invalidateQueries({ queryKey: COUPONS })
  }
  return (
    <ReasonDialog
      title={t('coupons.end_title', { code })}
      text={t('coupons.end_text')}
      confirm={t('coupons.end')}
      tone="danger"
      run={(reason, key) => endCoupon(code, reason, key)}
      onDone={() => {
        showToast('successfully', t('coupons.ended', { code }))
        onChanged()
      }}
      onChanged={onChanged}
      onClose={onClose}
    />
  )
}

const TONE = { upcoming: 'neutral', open: 'success', used_up: 'warning', over: 'neutral', ended: 'danger' } as const

const columns = (): ListColumn<Coupon>[] => [
  {
    label: t('coupons.code'),
    cell: ({ code, kind }) => (
      <>
        <span className="font-mono break-all">{code}</span>
        {kind && <span className="block text-xs font-normal text-muted">{t(`coupon_kind.${kind}`)}</span>}
      </>
    ),
  },
  {
    label: t('gift.offer'),
    cell: ({ offer, offer_title }) => (
      <>
        {offer_title ?? t('coupons.offer_gone')}
        <span className="block text-xs text-muted">{offer}</span>
      </>
    ),
  },
  {
    label: t('coupons.uses'),
    align: 'end',
    cell: ({ uses, uses_max }) => {
      const [used, most] = [uses, uses_max].map((count) => count?.toLocaleString(currentLocale()) ?? '')
      return <span className="tabular whitespace-nowrap">{uses_max === null ? used : t('coupons.uses_of', { uses: used ?? '', most: most ?? '' })}</span>
    },
  },
  {
    label: t('coupons.groups'),
    wideOnly: true,
    cell: ({ groups }) => (groups.length === 0 ? t('coupons.everybody') : groups.map(({ id, name }) => name ?? String(id)).join(', ')),
  },
  {
    label: t('coupons.valid'),
    cell: ({ valid_from, valid_until }) => (
      <>
        <Time at={valid_from} /> – <Time at={valid_until} />
      </>
    ),
  },
  {
    label: t('reason.label'),
    wideOnly: true,
    cell: ({ reason, made_by, made_at }) => (
      <>
        <p className="break-words text-text">{reason ?? '–'}</p>
        <p className="text-xs text-muted">
          {made_by} · <Time at={made_at} />
        </p>
      </>
    ),
  },
  {
    label: t('staff.state'),
    cell: ({ state, ended }) => (
      <>
        <Badge tone={TONE[state]}>{t(`coupon_state.${state}`)}</Badge>
        {ended && (
          <p className="mt-1 text-xs text-muted">
            {ended.by}: {ended.reason} · <Time at={ended.at} />
          </p>
        )}
      </>
    ),
  },
]
