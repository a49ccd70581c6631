import { useState } from 'react'
import { Checkbox } from '@/ui/Checkbox'
import { Select } from '@/ui/Select'
import { TextField } from '@/ui/TextField'
import type { FlagPage, FlagRule } from '../../api/types'
import { t, tWord } from '../../i18n/texts'
import { ManyChoices } from '../../ui/ManyChoices'
import { numberOf, shareOf, VISITORS_MAX } from './rule'

type Plan = NonNullable<FlagRule['plan']>

const OUTCOMES = ['registration', 'first_deposit'] as const satisfies readonly Plan['outcome'][]

/** What a plan begins with. */
const FIRST_PLAN: Plan = { outcome: 'registration', visitors: 1_000 }

/** The most that a variant weighs. */
const WEIGHT_MAX = 1_000

interface RuleFieldsProps {
  rule: FlagRule
  found: FlagPage
  isReadOnly: boolean
  onChange: (rule: FlagRule) => void
}

/** Whom a switch is on for, as fields. */
export function RuleFields({ rule, found: { brands, groups }, isReadOnly, onChange }: RuleFieldsProps) {
  const { variants } = rule
  return (
    <>
      <Checkbox isSelected={rule.is_on} isReadOnly={isReadOnly} onChange={(is_on) => onChange({ ...rule, is_on })}>
        {t('flags.is_on')}
      </Checkbox>
      <ManyChoices
        label={t('flags.brands')}
        options={brands.map(({ id, name }) => ({ id, label: name }))}
        chosen={rule.brands}
        onChange={(chosen) => onChange({ ...rule, brands: chosen })}
        empty={t('flags.every_brand')}
        isReadOnly={isReadOnly}
      />
      <ManyChoices
        label={t('flags.groups')}
        options={groups.map(({ id, name }) => ({ id: String(id), label: name }))}
        chosen={rule.groups.map(String)}
        onChange={(chosen) => onChange({ ...rule, groups: chosen.map(Number) })}
        empty={t('flags.every_group')}
        isReadOnly={isReadOnly}
      />
      <Countries codes={rule.countries} isReadOnly={isReadOnly} onChange={(countries) => onChange({ ...rule, countries })} />
      <TextField
        label={t('flags.share')}
        help={t('flags.share_help')}
        autoComplete="off"
        inputMode="numeric"
        maxLength={3}
        isReadOnly={isReadOnly}
        value={String(rule.share)}
        onChange={(typed) => onChange({ ...rule, share: numberOf(typed, 100) })}
      />
      {variants.map(({ name, weight }, place) => (
        <TextField
          key={name}
          label={t('flags.weight', { name: tWord('flag_variant', name) })}
          help={t('flags.weight_help', { share: String(shareOf(variants, name)) })}
          autoComplete="off"
          inputMode="numeric"
          maxLength={4}
          isReadOnly={isReadOnly}
          value={String(weight)}
          onChange={(typed) => onChange({ ...rule, variants: variants.with(place, { name, weight: numberOf(typed, WEIGHT_MAX) }) })}
        />
      ))}
      {variants.length > 0 && <PlanFields plan={rule.plan ?? null} isReadOnly={isReadOnly} onChange={(plan) => onChange({ ...rule, plan })} />}
    </>
  )
}

interface PlanFieldsProps {
  plan: Plan | null
  isReadOnly: boolean
  onChange: (plan: Plan | null) => void
}

/** What a test is to tell, and of how many visitors. */
function PlanFields({ plan, isReadOnly, onChange }: PlanFieldsProps) {
  return (
    <>
      <Checkbox isSelected={plan !== null} isReadOnly={isReadOnly} onChange={(isPlanned) => onChange(isPlanned ? FIRST_PLAN : null)}>
        {t('flags.is_planned')}
      </Checkbox>
      {plan && (
        <>
          <Select
            label={t('flags.outcome')}
            autoComplete="off"
            isDisabled={isReadOnly}
            options={OUTCOMES.map((outcome) => ({ id: outcome, label: t(`flag_outcome.${outcome}`) }))}
            value={plan.outcome}
            onChange={(chosen) => onChange({ ...plan, outcome: OUTCOMES.find((outcome) => outcome === chosen) ?? plan.outcome })}
          />
          <TextField
            label={t('flags.visitors')}
            help={t('flags.visitors_help')}
            autoComplete="off"
            inputMode="numeric"
            maxLength={7}
            isReadOnly={isReadOnly}
            value={String(plan.visitors)}
            onChange={(typed) => onChange({ ...plan, visitors: numberOf(typed, VISITORS_MAX) })}
          />
        </>
      )}
    </>
  )
}

interface CountriesProps {
  codes: readonly string[]
  isReadOnly: boolean
  onChange: (codes: string[]) => void
}

/** Countries as they are typed: what is no code yet stays in the field. */
function Countries({ codes, isReadOnly, onChange }: CountriesProps) {
  const [typed, setTyped] = useState(codes.join(', '))
  const codesOf = (text: string) => [...new Set(text.toUpperCase().match(/\b[A-Z]{2}\b/g) ?? [])]
  const isShown = codesOf(typed).join() === codes.join()
  return (
    <TextField
      label={t('flags.countries')}
      help={t('flags.countries_help')}
      autoComplete="off"
      isReadOnly={isReadOnly}
      value={isShown ? typed : codes.join(', ')}
      onChange={(text) => {
        setTyped(text)
        onChange(codesOf(text))
      }}
    />
  )
}
