import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '@/api/useAction'
import { Checkbox } from '@/ui/Checkbox'
import { Dialog } from '@/ui/Dialog'
import { FormLinesField, FormTextField } from '@/ui/form'
import { FormSelect } from '@/ui/FormSelect'
import { showToast } from '@/ui/toast'
import { useSiteForm } from '@/ui/useSiteForm'
import { couponChoicesQuery, COUPONS, makeCoupon } from '../../api/coupons'
import type { CouponChoices } from '../../api/types'
import { t } from '../../i18n/texts'
import { FormEnd } from '../../ui/FormEnd'
import { required, ruled } from '../../ui/formRules'
import { Loaded } from '../../ui/Loaded'
import { Nothing } from '../../ui/PlayerParts'
import { brokenUntil, kindsOf, momentOf, offersOf, usesOf } from './couponRules'

interface CouponValues {
  code: string
  kind: string
  offer: string
  valid_from: string
  valid_until: string
  uses_max: string
  reason: string
}

/** Makes a coupon for one of the offers that coupons bring. */
export function CouponDialog({ onClose }: { onClose: () => void }) {
  const choices = useQuery(couponChoicesQuery)
  return (
    <Dialog title={t('coupons.make_title')} onClose={onClose}>
      <Loaded query={choices}>
        {(found) => (found.offers.length === 0 ? <Nothing>{t('coupons.no_offers')}</Nothing> : <CouponForm choices={found} onClose={onClose} />)}
      </Loaded>
    </Dialog>
  )
}

function CouponForm({ choices, onClose }: { choices: CouponChoices; onClose: () => void }) {
  const { control, problem, submit, isPending, offers, groups, setGroups } = useCouponForm(choices, onClose)
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
      <FormTextField control={control} name="code" label={t('coupons.code')} help={t('coupons.code_help')} autoComplete="off" maxLength={64} isRequired />
      <FormSelect
        control={control}
        name="kind"
        label={t('coupons.kind')}
        autoComplete="off"
        options={kindsOf(choices.offers).map((id) => ({ id, label: t(`coupon_kind.${id}`) }))}
        isRequired
      />
      <FormSelect
        control={control}
        name="offer"
        label={t('gift.offer')}
        autoComplete="off"
        options={offers.map(({ code, title }) => ({ id: code, label: `${title} (${code})` }))}
        isRequired
      />
      <FormTextField
        control={control}
        name="valid_from"
        type="datetime-local"
        label={t('coupons.valid_from')}
        help={t('coupons.valid_from_help')}
        autoComplete="off"
      />
      <FormTextField control={control} name="valid_until" type="datetime-local" label={t('coupons.valid_until')} autoComplete="off" isRequired />
      <FormTextField control={control} name="uses_max" label={t('coupons.uses_max')} help={t('coupons.uses_max_help')} inputMode="numeric" autoComplete="off" />
      <Groups choices={choices.groups} chosen={groups} onChange={setGroups} />
      <FormLinesField control={control} name="reason" label={t('reason.label')} help={t('reason.help')} autoComplete="off" maxLength={500} isRequired />
      <FormEnd problem={problem} confirm={t('coupons.make')} isPending={isPending} onClose={onClose} />
    </form>
  )
}

function useCouponForm({ offers }: CouponChoices, onClose: () => void) {
  const queryClient = useQueryClient()
  const [groups, setGroups] = useState<number[]>([])
  const first = kindsOf(offers)[0] ?? ''
  /** The chosen offer, or the first of the chosen kind. */
  const offerOf = ({ kind, offer }: Pick<CouponValues, 'kind' | 'offer'>) => {
    const possible = offersOf(offers, kind)
    return possible.some(({ code }) => code === offer) ? offer : (possible[0]?.code ?? '')
  }
  const { control, formState, onSubmit, refuse, watch } = useSiteForm<CouponValues>({
    name: 'office_coupon',
    defaultValues: { code: '', kind: first, offer: offerOf({ kind: first, offer: '' }), valid_from: '', valid_until: '', uses_max: '', reason: '' },
    resolver: (values, context, options) =>
      ruled<CouponValues>({
        code: required,
        offer: () => (offerOf(values) === values.offer ? null : 'REQUIRED'),
        valid_until: (until) => brokenUntil(values.valid_from, until, Date.now()),
        uses_max: (typed) => {
          const read = usesOf(typed)
          return 'broken' in read ? read.broken : null
        },
        reason: required,
      })(values, context, options),
  })
  const { start, isPending } = useAction({
    run: (values: CouponValues, { idempotencyKey }) => {
      const uses = usesOf(values.uses_max)
      const coupon = {
        code: values.code.trim(),
        offer: values.offer,
        valid_from: momentOf(values.valid_from),
        valid_until: momentOf(values.valid_until) ?? '',
        uses_max: 'most' in uses ? uses.most : null,
        groups,
        reason: values.reason.trim(),
      }
      return makeCoupon(coupon, idempotencyKey)
    },
    onDone: ({ code }) => {
      showToast('successfully', t('coupons.made', { code }))
      void queryClient.invalidateQueries({ queryKey: COUPONS })
      onClose()
    },
    onError: (error) => refuse(error, ['code', 'offer', 'valid_from', 'valid_until', 'uses_max', 'reason']),
  })
  return {
    control,
    problem: formState.errors.root?.message,
    submit: onSubmit(start),
    isPending,
    offers: offersOf(offers, watch('kind')),
    groups,
    setGroups,
  }
}

/** The groups that a coupon is for; none chosen is everybody. */
function Groups({ choices, chosen, onChange }: { choices: CouponChoices['groups']; chosen: readonly number[]; onChange: (groups: number[]) => void }) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium text-text">{t('coupons.groups')}</legend>
      <p className="mb-2 text-xs text-muted">{t('coupons.groups_help')}</p>
      <div className="max-h-48 overflow-y-auto">
        {choices.map(({ id, name }) => (
          <Checkbox key={id} isSelected={chosen.includes(id)} onChange={(isIn) => onChange(isIn ? [...chosen, id] : chosen.filter((other) => other !== id))}>
            {t('groups.one', { name: name ?? '', id: String(id) })}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}
