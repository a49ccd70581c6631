import { useId, type ReactNode, type Ref } from 'react'
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps } from 'react-aria-components/Checkbox'
import { Icon } from './Icon'

export interface CheckboxProps extends Omit<AriaCheckboxProps, 'children' | 'className' | 'style' | 'isInvalid' | 'inputRef'> {
  children: ReactNode
  error?: string
  ref?: Ref<HTMLInputElement>
}

/** A yes or no, with its sentence as the label. */
export function Checkbox({ children, error, ref, ...props }: CheckboxProps) {
  const errorId = useId()
  return (
    <div>
      <AriaCheckbox
        {...props}
        inputRef={ref}
        isInvalid={Boolean(error)}
        aria-describedby={error ? errorId : undefined}
        className="group flex min-h-11 cursor-pointer items-center gap-3 py-1 text-sm text-soft"
      >
        <span className="pressable grid size-6 shrink-0 place-items-center rounded-s border border-line-strong bg-page/70 text-on-accent group-hover:border-text group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-focus group-data-invalid:border-danger group-data-selected:border-accent group-data-selected:bg-accent">
          <Icon name="check" size={16} className="opacity-0 group-data-selected:opacity-100" />
        </span>
        <span>{children}</span>
      </AriaCheckbox>
      {error && (
        <p id={errorId} className="mt-1 flex items-start gap-1.5 text-xs text-danger-text">
          <Icon name="error" size={16} className="mt-px shrink-0" />
          {error}
        </p>
      )}
    </div>
  )
}
