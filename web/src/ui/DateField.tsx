import { useId, type Ref } from 'react'
import { t } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { controlClass, type FieldProps } from './field'
import { Icon } from './Icon'

export interface DateFieldProps extends FieldProps {
  /** `YYYY-MM-DD`, with the parts as they are typed: only a check tells whether that is a date. Empty when all parts are. */
  value: string
  onChange: (date: string) => void
  onBlur?: () => void
  name?: string
  /** True for a birth date, so that the browser can fill it in. */
  birthday?: boolean
  /** The first part. */
  ref?: Ref<HTMLInputElement>
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

/** The parts as they were typed, in the order of ISO dates; empty when all of them are. What is no date stays visible as none. */
function dateText({ day, month, year }: Parts): string {
  return day === '' && month === '' && year === '' ? '' : `${year}-${month}-${day}`
}

/** A known date, such as a birthday, typed as three numbers: quicker than any calendar. */
export function DateField({ label, help, error, value, onChange, onBlur, name, birthday = false, isRequired, isOptional, isDisabled, ref }: DateFieldProps) {
  const id = useId()
  const parts = partsOf(value)
  const edit = (part: keyof Parts, text: string) => onChange(dateText({ ...parts, [part]: text.replaceAll(/\D/g, '') }))
  const noteId = error || help ? `${id}-note` : undefined
  return (
    <fieldset disabled={isDisabled} aria-describedby={noteId}>
      <legend className="mb-1.5 w-full text-sm font-medium text-soft">
        {label}
        {isRequired && <span className="sr-only"> ({t('field.required')})</span>}
        {isOptional && <span className="float-right text-xs font-normal text-muted"> ({t('field.optional')})</span>}
      </legend>
      <div className="grid grid-cols-[1fr_1fr_1.4fr] gap-2">
        {PARTS.map((part, index) => (
          <label key={part.name}>
            <span className="sr-only">{t(`field.${part.name}`)}</span>
            <input
              ref={index === 0 ? ref : undefined}
              name={name && `${name}_${part.name}`}
              className={cx(controlClass, 'tabular text-center')}
              inputMode="numeric"
              autoComplete={birthday ? part.autoComplete : 'off'}
              placeholder={t(`field.${part.name}_short`)}
              maxLength={part.length}
              value={parts[part.name]}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? noteId : undefined}
              data-invalid={error ? true : undefined}
              onChange={(event) => edit(part.name, event.currentTarget.value)}
              onBlur={onBlur}
            />
          </label>
        ))}
      </div>
      {(error ?? help) && (
        <p id={noteId} className={cx('mt-1.5 flex items-start gap-1.5 text-xs', error ? 'text-danger-text' : 'text-muted')}>
          {error && <Icon name="error" size={16} className="mt-px shrink-0" />}
          {error ?? help}
        </p>
      )}
    </fieldset>
  )
}
