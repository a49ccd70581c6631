import type { ReactNode } from 'react'
import { Text as AriaText } from 'react-aria-components/Text'
import { FieldError } from 'react-aria-components/FieldError'
import { Label } from 'react-aria-components/Label'
import { t } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { Icon } from './Icon'

/** What every field of a form takes. */
export interface FieldProps {
  label: string
  /** A sentence below the control. */
  help?: ReactNode
  /** What is wrong, already in the player's language; shows the field as invalid. */
  error?: string
  isRequired?: boolean
  /** Says in sight that the field may stay empty, where most others of its form may not. */
  isOptional?: boolean
  isDisabled?: boolean
}

export const controlClass = cx(
  'pressable h-12 w-full rounded-m border border-line bg-page/70 px-4 text-[16px] text-text outline-offset-0',
  'hover:border-line-strong focus:border-focus focus:outline-2 focus:outline-focus',
  'data-invalid:border-danger disabled:cursor-not-allowed disabled:opacity-55',
)

/** Label above, control, help and error below, in the order in which they are read. */
export function FieldFrame({ label, help, error, isRequired, isOptional, children }: FieldProps & { children: ReactNode }) {
  return (
    <>
      <Label className="mb-1.5 flex items-baseline justify-between text-sm font-medium text-soft">
        <span>
          {label}
          {isRequired && <span className="sr-only"> ({t('field.required')})</span>}
        </span>
        {isOptional && <span className="text-xs font-normal text-muted"> ({t('field.optional')})</span>}
      </Label>
      {children}
      {help && !error && (
        <AriaText slot="description" className="mt-1.5 block text-xs text-muted">
          {help}
        </AriaText>
      )}
      <FieldError className="mt-1.5 flex items-start gap-1.5 text-xs text-danger-text">
        <Icon name="error" size={16} className="mt-px shrink-0" />
        <span>{error}</span>
      </FieldError>
    </>
  )
}
