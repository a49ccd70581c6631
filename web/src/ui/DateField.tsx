import { useId, useState } from 'react'
import { t } from '@/i18n/messages'
import { cx } from '@/lib/cx'
import { controlClass, type FieldProps } from './field'
import { Icon } from './Icon'

export interface DateFieldProps extends FieldProps {
  /** `YYYY-MM-DD`, or an empty text while incomplete. */
  value: string
  onChange: (date: string) => void
  onBlur?: () => void
  name?: string
  /** True for a birth date, so that the browser can fill it in. */
  birthday?: boolean
}

const PARTS = [
  { name: 'day', length: 2, autoComplete: 'bday-day' },
  { name: 'month', length: 2, autoComplete: 'bday-month' },
  { name: 'year', length: 4, autoComplete: 'bday-year' },
] as const

type Parts = Record<(typeof PARTS)[number]['name'], string>

function partsOf(value: string): Parts {
  const [year = '', month = '', day = ''] = value.split('-')
  return { day, month, year }
}

/** The ISO date of typed parts; empty when they are incomplete or no day of the calendar. */
export function isoDate({ day, month, year }: Parts): string {
  if (!/^\d{1,2}$/.test(day) || !/^\d{1,2}$/.test(month) || !/^\d{4}$/.test(year)) return ''
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : ''
}

/** A known date, such as a birthday, typed as three numbers: quicker than any calendar. */
export function DateField({ label, help, error, value, onChange, onBlur, name, birthday = false, isRequired, isDisabled }: DateFieldProps) {
  const id = useId()
  const [parts, setParts] = useState(() => partsOf(value))
  const edit = (part: keyof Parts, text: string) => {
    const next = { ...parts, [part]: text.replaceAll(/\D/g, '') }
    setParts(next)
    onChange(isoDate(next))
  }
  return (
    <fieldset disabled={isDisabled} aria-describedby={error || help ? `${id}-note` : undefined}>
      <legend className="mb-1.5 text-sm font-medium text-soft">
        {label}
        {isRequired && <span className="sr-only"> ({t('field.required')})</span>}
      </legend>
      <div className="grid grid-cols-[1fr_1fr_1.4fr] gap-2">
        {PARTS.map((part) => (
          <label key={part.name}>
            <span className="sr-only">{t(`field.${part.name}`)}</span>
            <input
              name={name && `${name}_${part.name}`}
              className={cx(controlClass, 'tabular text-center')}
              inputMode="numeric"
              autoComplete={birthday ? part.autoComplete : 'off'}
              placeholder={t(`field.${part.name}_short`)}
              maxLength={part.length}
              value={parts[part.name]}
              aria-invalid={error ? true : undefined}
              data-invalid={error ? true : undefined}
              onChange={(event) => edit(part.name, event.currentTarget.value)}
              onBlur={onBlur}
            />
          </label>
        ))}
      </div>
      {(error ?? help) && (
        <p id={`${id}-note`} className={cx('mt-1.5 flex items-start gap-1.5 text-xs', error ? 'text-danger-text' : 'text-muted')}>
          {error && <Icon name="error" size={16} className="mt-px shrink-0" />}
          {error ?? help}
        </p>
      )}
    </fieldset>
  )
}
