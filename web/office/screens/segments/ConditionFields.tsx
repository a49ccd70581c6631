import { useState } from 'react'
import { currentLocale } from '@/i18n/messages'
import { formatMoney, inputUnits } from '@/domain/money'
import { readAmount } from '@/domain/typedAmount'
import { Checkbox } from '@/ui/Checkbox'
import { Select } from '@/ui/Select'
import { TextField } from '@/ui/TextField'
import { useCurrencies } from '../../api/currencies'
import type { SegmentChoices, SegmentCondition } from '../../api/types'
import { t } from '../../i18n/texts'
import { countriesOf } from './rule'
import { nameOfLanguage } from './sentence'

interface FieldsProps<Condition extends SegmentCondition = SegmentCondition> {
  condition: Condition
  choices: SegmentChoices
  onChange: (condition: SegmentCondition) => void
}

type Of<Fact extends SegmentCondition['fact']> = Extract<SegmentCondition, { fact: Fact }>

/** What a condition asks, after what it is about was chosen. */
export function ConditionFields({ condition, choices, onChange }: FieldsProps) {
  switch (condition.fact) {
    case 'brand':
      return <Values condition={condition} onChange={onChange} choices={choices} among={choices.brands.map(({ id, name }) => ({ id, label: name }))} />
    case 'language':
      return <Values condition={condition} onChange={onChange} choices={choices} among={choices.languages.map((id) => ({ id, label: nameOfLanguage(id) }))} />
    case 'currency':
      return <Values condition={condition} onChange={onChange} choices={choices} among={choices.currencies.map((id) => ({ id, label: id }))} />
    case 'country':
      return <Countries condition={condition} onChange={onChange} choices={choices} />
    case 'groups':
      return (
        <>
          <YesNo is={condition.is} onChange={(is) => onChange({ ...condition, is })} />
          <Several
            among={choices.groups.map(({ id, name }) => ({ id: String(id), label: t('groups.one', { name, id: String(id) }) }))}
            chosen={condition.groups.map(String)}
            onChange={(groups) => onChange({ ...condition, groups: groups.map(Number) })}
          />
        </>
      )
    case 'level':
      return (
        <>
          <BoundField bound={condition.bound} onChange={(bound) => onChange({ ...condition, bound })} />
          <Select
            label={t('segments.level')}
            autoComplete="off"
            options={choices.levels.map((level) => ({ id: String(level), label: String(level) }))}
            value={String(condition.level)}
            onChange={(level) => onChange({ ...condition, level: Number(level) })}
          />
        </>
      )
    case 'registered':
    case 'seen':
    case 'deposited':
      return (
        <>
          <Choice
            label={t('segments.is')}
            ids={['yes', 'no']}
            name={(id) => t(`segments.within_${id}`)}
            value={condition.within ? 'yes' : 'no'}
            onChange={(id) => onChange({ ...condition, within: id === 'yes' })}
          />
          <NumberField label={t('segments.days')} value={condition.days} onChange={(days) => onChange({ ...condition, days })} />
        </>
      )
    case 'deposit_count':
      return (
        <>
          <BoundField bound={condition.bound} onChange={(bound) => onChange({ ...condition, bound })} />
          <NumberField label={t('segments.count')} value={condition.count} onChange={(count) => onChange({ ...condition, count })} />
          <Select
            label={t('currency')}
            autoComplete="off"
            options={[{ id: 'any', label: t('segments.any_currency') }, ...choices.currencies.map((id) => ({ id, label: id }))]}
            value={condition.currency ?? 'any'}
            onChange={(id) => onChange({ ...condition, currency: id === 'any' ? null : id })}
          />
          <NumberField label={t('segments.days')} value={condition.days} onChange={(days) => onChange({ ...condition, days })} />
        </>
      )
    case 'deposit_sum':
    case 'bet_sum':
      return <SumFields condition={condition} choices={choices} onChange={onChange} />
    case 'active_bonus':
    case 'verified':
      return <YesNo is={condition.is} onChange={(is) => onChange({ ...condition, is })} />
    case 'consent':
      return (
        <>
          <YesNo is={condition.is} onChange={(is) => onChange({ ...condition, is })} />
          <Choice
            label={t('segments.channel')}
            ids={['email', 'sms']}
            name={(id) => t(`segments.channel_${id}`)}
            value={condition.channel}
            onChange={(channel) => onChange({ ...condition, channel })}
          />
        </>
      )
  }
}

interface ChoiceProps<Id extends string> {
  label: string
  ids: readonly Id[]
  name: (id: Id) => string
  value: Id
  onChange: (id: Id) => void
}

function Choice<Id extends string>({ label, ids, name, value, onChange }: ChoiceProps<Id>) {
  const choose = (chosen: string) => {
    const id = ids.find((known) => known === chosen)
    if (id !== undefined) onChange(id)
  }
  return <Select label={label} autoComplete="off" options={ids.map((id) => ({ id, label: name(id) }))} value={value} onChange={choose} />
}

function YesNo({ is, onChange }: { is: boolean; onChange: (is: boolean) => void }) {
  return (
    <Choice
      label={t('segments.is')}
      ids={['yes', 'no']}
      name={(id) => t(`segments.is_${id}`)}
      value={is ? 'yes' : 'no'}
      onChange={(id) => onChange(id === 'yes')}
    />
  )
}

type Bound = Of<'level'>['bound']

function BoundField({ bound, onChange }: { bound: Bound; onChange: (bound: Bound) => void }) {
  return <Choice label={t('segments.is')} ids={['at_least', 'at_most']} name={(id) => t(`segments.bound_${id}`)} value={bound} onChange={onChange} />
}

/** A whole number; nothing typed is none, and holds up the rule. */
function NumberField({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
  const [typed, setTyped] = useState(value < 0 ? '' : String(value))
  const change = (text: string) => {
    setTyped(text)
    onChange(/^\s*\d+\s*$/.test(text) ? Number(text) : -1)
  }
  return <TextField label={label} autoComplete="off" inputMode="numeric" value={typed} onChange={change} error={value < 0 ? t('segments.number') : undefined} />
}

function SumFields({ condition, choices, onChange }: FieldsProps<Of<'deposit_sum' | 'bet_sum'>>) {
  const currencies = useCurrencies()
  const unitOf = (currency: string) => inputUnits(currency, currencies)[0]
  const unit = unitOf(condition.currency)
  const [typed, setTyped] = useState(() =>
    (Math.max(0, condition.amount_cents) / unit.subunits).toLocaleString(currentLocale(), { useGrouping: false, maximumFractionDigits: unit.decimals }),
  )
  const change = (text: string, currency: string) => {
    const read = readAmount(text, unitOf(currency), currentLocale())
    setTyped(text)
    onChange({ ...condition, currency, amount_cents: 'cents' in read ? read.cents : -1 })
  }
  const help = condition.amount_cents < 0 ? undefined : formatMoney(condition.amount_cents, condition.currency, currencies, currentLocale(), 'whole')
  return (
    <>
      <BoundField bound={condition.bound} onChange={(bound) => onChange({ ...condition, bound })} />
      <TextField
        label={t('amount')}
        help={help}
        autoComplete="off"
        inputMode="decimal"
        value={typed}
        onChange={(text) => change(text, condition.currency)}
        error={condition.amount_cents < 0 ? t('segments.amount') : undefined}
      />
      <Select
        label={t('currency')}
        autoComplete="off"
        options={choices.currencies.map((id) => ({ id, label: id }))}
        value={condition.currency}
        onChange={(currency) => change(typed, currency)}
      />
      <NumberField label={t('segments.days')} value={condition.days} onChange={(days) => onChange({ ...condition, days })} />
    </>
  )
}

function Countries({ condition, onChange }: FieldsProps<Of<'country'>>) {
  const [typed, setTyped] = useState(condition.values.join(', '))
  const change = (text: string) => {
    setTyped(text)
    onChange({ ...condition, values: countriesOf(text) })
  }
  return (
    <>
      <YesNo is={condition.is} onChange={(is) => onChange({ ...condition, is })} />
      <TextField label={t('segments.countries')} help={t('segments.countries_help')} autoComplete="off" value={typed} onChange={change} />
    </>
  )
}

interface Option {
  id: string
  label: string
}

function Values({ condition, among, onChange }: FieldsProps<Of<'brand' | 'language' | 'currency'>> & { among: readonly Option[] }) {
  return (
    <>
      <YesNo is={condition.is} onChange={(is) => onChange({ ...condition, is })} />
      <Several among={among} chosen={condition.values} onChange={(values) => onChange({ ...condition, values })} />
    </>
  )
}

function Several({ among, chosen, onChange }: { among: readonly Option[]; chosen: readonly string[]; onChange: (chosen: string[]) => void }) {
  return (
    <fieldset className="md:col-span-2">
      <legend className="mb-1 text-sm text-soft">{t('segments.values')}</legend>
      <div className="max-h-40 overflow-y-auto">
        {among.map(({ id, label }) => (
          <Checkbox key={id} isSelected={chosen.includes(id)} onChange={(isIn) => onChange(isIn ? [...chosen, id] : chosen.filter((other) => other !== id))}>
            {label}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}
