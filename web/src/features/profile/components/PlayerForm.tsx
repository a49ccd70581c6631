import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { ApiError } from '@/api/errors'
import { countriesQuery } from '@/api/info/reference'
import { updatePlayer } from '@/api/session/updatePlayer'
import type { Player } from '@/api/types'
import { errorText, fieldTexts } from '@/i18n/errorText'
import { currentLocale } from '@/i18n/messages'
import { countryName } from '@/i18n/names'
import { cx } from '@/lib/cx'
import type { FieldSpec } from '@/lib/player/fields'
import { stateOf } from '@/lib/player/places'
import { tellBrokenRules, tellRefusedFields } from '@/lib/refusedForms'
import { Button } from '@/ui/Button'
import { Notice } from '@/ui/Notice'
import { PlayerField, playerResolver, type PlayerValues } from '@/ui/PlayerField'
import { changesOf, isLocked, startValues } from '../model/playerForm'

interface PlayerFormProps {
  /** What the form is counted by when it is refused. */
  name: string
  /** Fields to show, in reading order. */
  specs: FieldSpec[]
  player: Player
  submitLabel: string
  onSaved: () => void
}

/** Fields that take a line of their own. */
const WIDE = new Set(['address', 'date_of_birth', 'mobile_phone'])

/** A form over some fields of the player's data; sends what changed. */
export function PlayerForm({ name, specs, player, submitLabel, onSaved }: PlayerFormProps) {
  const client = useQueryClient()
  const countries = useQuery(countriesQuery).data ?? []
  const { control, handleSubmit, setError, setFocus, setValue, getValues, reset, formState } = useForm<PlayerValues>({
    defaultValues: startValues(specs, player),
    resolver: playerResolver(specs.filter((spec) => !isLocked(spec, player)), player.country ?? ''),
    // Not when a field is left: a dialog would grow under a pointer that is about to press something.
    mode: 'onSubmit',
  })
  const choices = {
    country: countries.map(({ code }) => ({ id: code, label: countryName(code) })).sort((a, b) => a.label.localeCompare(b.label, currentLocale())),
  }

  const postalCode = useWatch({ control, name: 'postal_code' })
  const country = useWatch({ control, name: 'country' })
  useEffect(() => {
    const asksState = specs.some((spec) => spec.field === 'state' && !isLocked(spec, player))
    const state = stateOf(String(country ?? player.country ?? ''), String(postalCode ?? ''))
    // A state that was chosen by hand stays.
    if (asksState && state && !getValues('state')) setValue('state', state, { shouldDirty: true })
  }, [postalCode, country, player, specs, getValues, setValue])

  const submit = handleSubmit(async (values) => {
    try {
      const changes = changesOf(values, specs, player)
      const saved = Object.keys(changes).length > 0 ? await updatePlayer(client, changes) : player
      reset(startValues(specs, saved))
      onSaved()
    } catch (error) {
      if (error instanceof ApiError) tellRefusedFields(name, error.fields)
      const texts = Object.entries(fieldTexts(error)).filter(([field]) => specs.some((spec) => spec.field === field))
      for (const [field, message] of texts) setError(field, { message })
      const [first] = texts
      if (first) setFocus(first[0])
      else setError('root', { message: errorText(error) })
    }
  }, (errors) => tellBrokenRules(name, errors))

  // A few fields stand in a narrow dialog, many on a page.
  const isShort = specs.length < 10
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="space-y-5">
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        {specs
          .filter((spec) => spec.type !== 'checkbox')
          .map((spec) => (
            <div key={spec.field} className={cx(isShort && WIDE.has(spec.field) && 'sm:col-span-2')}>
              <PlayerField spec={spec} control={control} choices={choices} locked={isLocked(spec, player)} />
            </div>
          ))}
      </div>
      {specs.some((spec) => spec.type === 'checkbox') && (
        <div>
          {specs
            .filter((spec) => spec.type === 'checkbox')
            .map((spec) => (
              <PlayerField key={spec.field} spec={spec} control={control} choices={choices} />
            ))}
        </div>
      )}
      {formState.errors.root && <Notice tone="danger">{formState.errors.root.message}</Notice>}
      <Button type="submit" size="l" wide={isShort} pending={formState.isSubmitting} className="max-sm:w-full">
        {submitLabel}
      </Button>
    </form>
  )
}
