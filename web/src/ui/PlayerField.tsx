import type { ReactNode } from 'react'
import type { Control, FieldErrors, Resolver } from 'react-hook-form'
import { ruleText } from '@/i18n/errorText'
import { t, tOptional } from '@/i18n/messages'
import { ageMinOf, isEnglish, type FieldSpec } from '@/domain/player/fields'
import { checkField, todayOf } from '@/domain/player/rules'
import { FormCheckbox, FormPasswordField, FormTextField } from './form'
import { FormDateField } from './FormDateField'
import { FormSelect } from './FormSelect'
import type { SelectOption } from './Select'

/** What a form of a player's data holds: texts, and yes or no for boxes. */
export type PlayerValues = Record<string, string | boolean>

/** Names of fields, for password managers and autofill. */
const AUTOCOMPLETE: Record<string, string> = {
  email: 'username',
  nickname: 'nickname',
  first_name: 'given-name',
  last_name: 'family-name',
  gender: 'sex',
  mobile_phone: 'tel',
  country: 'country',
  state: 'address-level1',
  city: 'address-level2',
  address: 'street-address',
  postal_code: 'postal-code',
  profession: 'organization-title',
}

/** What a field of the player's data is called. */
export function fieldLabel(field: string): string {
  return tOptional(`player.${field}`, field.replaceAll('_', ' '))
}

interface PlayerFieldProps {
  spec: FieldSpec
  control: Control<PlayerValues>
  /** Choices of selects that the operator does not list in the description itself, by field. */
  choices: Record<string, SelectOption[]>
  /** Shown but not editable, with the reason below. */
  locked?: boolean
  /** May stay empty, which the label says. */
  optional?: boolean
  label?: ReactNode
  help?: ReactNode
  autoFocus?: boolean
}

/** The age that a date of birth has to show. */
function ageText(spec: FieldSpec): string | undefined {
  const age = ageMinOf(spec)
  return age === undefined ? undefined : t('player.age_min', { age })
}

/** The input of one field of the player's data, by its description. */
export function PlayerField({ spec, control, choices, locked = false, optional = false, label, help, autoFocus }: PlayerFieldProps) {
  const { field } = spec
  const text = fieldLabel(field)
  const shared = {
    control,
    name: field,
    label: text,
    help: locked ? t('player.locked') : (help ?? ageText(spec) ?? tOptional(`player.${field}.help`, '')),
    isRequired: spec.required,
    isOptional: optional && !spec.required && !locked,
    isDisabled: locked,
    autoComplete: AUTOCOMPLETE[field] ?? 'off',
  }
  switch (spec.type) {
    case 'checkbox':
      return (
        <FormCheckbox control={control} name={shared.name} isRequired={spec.required}>
          {label ?? text}
        </FormCheckbox>
      )
    case 'select': {
      const options = choices[field] ?? (spec.options ?? []).map((id) => ({ id, label: tOptional(`player.${field}.${id}`, id) }))
      return <FormSelect {...shared} options={options} />
    }
    case 'date':
      return <FormDateField {...shared} birthday={field === 'date_of_birth'} />
    case 'password':
      return <FormPasswordField {...shared} autoComplete="new-password" />
    case 'email':
      return <FormTextField {...shared} type="email" inputMode="email" maxLength={254} autoFocus={autoFocus} />
    case 'phone':
      return <FormTextField {...shared} type="tel" inputMode="tel" />
    case 'text':
      return <FormTextField {...shared} inputMode={field === 'personal_id' ? 'numeric' : 'text'} autoFocus={autoFocus} />
  }
}

/**
 * Checks a form of player fields by the rules that the site shares with the server. `known` names rules that
 * are known to be broken from elsewhere, such as an address that is taken.
 */
export function playerResolver(
  specs: FieldSpec[],
  country: string,
  known: (field: string, value: string | boolean) => string | null = () => null,
): Resolver<PlayerValues> {
  return (values) => {
    const today = todayOf(Date.now())
    const errors: FieldErrors<PlayerValues> = {}
    for (const spec of specs) {
      const { field, required } = spec
      const value = values[field] ?? ''
      const context = { country: typeof values.country === 'string' ? values.country : country, today, ageMin: ageMinOf(spec), english: isEnglish(spec) }
      const rule = checkField(field, required, value, context) ?? known(field, value)
      // The server has to learn of it: nobody tries one date of birth after another.
      if (rule && rule !== 'UNDERAGE') errors[field] = { type: rule, message: ruleText(field, rule) }
    }
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
  }
}
