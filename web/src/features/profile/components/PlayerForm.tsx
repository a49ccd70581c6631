import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { countriesQuery } from '@/api/info/reference'
import { updatePlayer, type PlayerChanges } from '@/api/session/updatePlayer'
import type { Player } from '@/api/types'
import { useAction } from '@/api/useAction'
import { currentLocale } from '@/i18n/messages'
import { countryName } from '@/i18n/names'
import { cx } from '@/platform/cx'
import type { FieldSpec } from '@/domain/player/fields'
import { stateOf } from '@/domain/player/places'
import { Button } from '@/ui/Button'
import { FormProblem } from '@/ui/FormProblem'
import { PlayerField, playerResolver, type PlayerValues } from '@/ui/PlayerField'
import { useSiteForm } from '@/ui/useSiteForm'
import { changesOf, isLocked, startValues } from '../model/playerForm'

interface PlayerFormProps {
  /** What the form is counted by when it is refused. */
  name: string
  /** Fields to show, in reading order. */
  specs: FieldSpec[]
  player: Player
  /** Fields that may stay empty, which their labels then say. */
  optional?: ReadonlySet<string>
  submitLabel: string
  /** Sends what changed, where that is not the profile's own call. */
  save?: typeof updatePlayer
  onSaved: () => void
}

/** Fields that take a line of their own in a dialog. */
const DIALOG_WIDE = new Set(['address', 'date_of_birth', 'mobile_phone'])
/** On a page, so that the first and the last name stand beside each other. */
const PAGE_WIDE = new Set(['nickname'])

/** A form over some fields of the player's data; sends what changed. */
export function PlayerForm({ name, specs, player, optional, submitLabel, save: send = updatePlayer, onSaved }: PlayerFormProps) {
  const client = useQueryClient()
  const countries = useQuery(countriesQuery).data ?? []
  const { control, formState, onSubmit, refuse, setValue, getValues, reset } = useSiteForm<PlayerValues>({
    name,
    defaultValues: startValues(specs, player),
    resolver: playerResolver(
      specs.filter((spec) => !isLocked(spec, player)),
      player.country ?? '',
    ),
  })
  const save = useAction({
    run: async (changes: PlayerChanges, { idempotencyKey }) => (Object.keys(changes).length > 0 ? send(client, changes, idempotencyKey) : player),
    onDone: (saved) => {
      reset(startValues(specs, saved))
      onSaved()
    },
    onError: (error) =>
      void refuse(
        error,
        specs.map(({ field }) => field),
      ),
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

  const submit = onSubmit((values) => save.start(changesOf(values, specs, player)))

  // A few fields stand in a narrow dialog, many on a page.
  const isShort = specs.length < 10
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="space-y-5">
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        {specs
          .filter((spec) => spec.type !== 'checkbox')
          .map((spec) => (
            <div key={spec.field} className={cx((isShort ? DIALOG_WIDE : PAGE_WIDE).has(spec.field) && 'sm:col-span-2')}>
              <PlayerField spec={spec} control={control} choices={choices} locked={isLocked(spec, player)} optional={optional?.has(spec.field)} />
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
      <FormProblem text={formState.errors.root?.message} />
      <Button type="submit" size="l" wide={isShort} pending={formState.isSubmitting} className="max-sm:w-full">
        {submitLabel}
      </Button>
    </form>
  )
}
