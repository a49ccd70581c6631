import type { Ref } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select'
import { t } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { controlClass, FieldFrame, type FieldProps } from './field'
import { Icon } from './Icon'

export interface SelectOption {
  id: string
  label: string
}

export interface SelectProps extends FieldProps {
  options: SelectOption[]
  /** Id of the chosen option, or an empty text. */
  value: string
  onChange: (id: string) => void
  onBlur?: () => void
  name?: string
  autoComplete: string
  /** The button that opens the list. */
  ref?: Ref<HTMLButtonElement>
}

/** One choice from a list; typing jumps to an option. */
export function Select({ label, help, error, isOptional, options, value, onChange, ref, ...props }: SelectProps) {
  return (
    <AriaSelect
      {...props}
      placeholder={t('field.choose')}
      value={value === '' ? null : value}
      onChange={(key) => onChange(key === null ? '' : String(key))}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
    >
      <FieldFrame label={label} help={help} error={error} isRequired={props.isRequired} isOptional={isOptional}>
        <AriaButton ref={ref} className={cx(controlClass, 'flex items-center justify-between text-left data-focus-visible:border-focus')}>
          <SelectValue className="truncate data-placeholder:text-muted" />
          <Icon name="chevronDown" size={18} className="text-muted" />
        </AriaButton>
      </FieldFrame>
      <Popover offset={6} className="z-50 max-h-72 w-(--trigger-width) animate-fade overflow-auto rounded-m border border-line bg-raised p-1.5 shadow-soft">
        <ListBox items={options} className="outline-none">
          {(option) => (
            <ListBoxItem
              id={option.id}
              textValue={option.label}
              className="flex min-h-11 cursor-pointer items-center justify-between rounded-s px-3 text-base text-soft outline-none data-focused:bg-hover data-focused:text-text data-selected:text-text"
            >
              {({ isSelected }) => (
                <>
                  {option.label}
                  {isSelected && <Icon name="check" size={18} className="text-accent" />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
