import { useState, type ReactNode, type Ref } from 'react'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { TextArea } from 'react-aria-components/TextArea'
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps } from 'react-aria-components/TextField'
import { t } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { controlClass, FieldFrame, type FieldProps } from './field'
import { IconButton } from './IconButton'

export interface TextFieldProps
  extends FieldProps, Pick<AriaTextFieldProps, 'value' | 'onChange' | 'onBlur' | 'name' | 'type' | 'autoFocus' | 'maxLength' | 'isReadOnly'> {
  autoComplete: string
  inputMode?: 'text' | 'email' | 'tel' | 'numeric' | 'decimal' | 'search' | 'url'
  placeholder?: string
  /** Stands inside the control before or after what is typed. */
  before?: ReactNode
  after?: ReactNode
  inputClassName?: string
  ref?: Ref<HTMLInputElement>
}

/** One line of text. */
export function TextField({ label, help, error, isOptional, before, after, placeholder, inputMode, inputClassName, ref, ...props }: TextFieldProps) {
  return (
    <AriaTextField {...props} isInvalid={Boolean(error)} inputMode={inputMode} validationBehavior="aria">
      <FieldFrame label={label} help={help} error={error} isRequired={props.isRequired} isOptional={isOptional}>
        <Group className="relative outline-none">
          {before && <span className="absolute inset-y-0 left-0 grid min-w-11 place-items-center text-muted">{before}</span>}
          <Input ref={ref} placeholder={placeholder} className={cx(controlClass, Boolean(before) && 'pl-11', Boolean(after) && 'pr-14', inputClassName)} />
          {after && <span className="absolute inset-y-0 right-0 grid min-w-12 place-items-center text-muted">{after}</span>}
        </Group>
      </FieldFrame>
    </AriaTextField>
  )
}

/** Several lines of text. */
export function LinesField({
  label,
  help,
  error,
  isOptional,
  ref,
  ...props
}: Omit<TextFieldProps, 'before' | 'after' | 'type' | 'inputMode' | 'inputClassName' | 'placeholder' | 'ref'> & { ref?: Ref<HTMLTextAreaElement> }) {
  return (
    <AriaTextField {...props} isInvalid={Boolean(error)} validationBehavior="aria">
      <FieldFrame label={label} help={help} error={error} isRequired={props.isRequired} isOptional={isOptional}>
        <TextArea ref={ref} rows={7} className={cx(controlClass, 'h-auto min-h-32 resize-y py-3')} />
      </FieldFrame>
    </AriaTextField>
  )
}

type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'after' | 'before' | 'inputMode' | 'autoComplete'> & {
  autoComplete: 'current-password' | 'new-password'
}

/** A password with an eye to show it. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      after={<IconButton icon={shown ? 'eyeOff' : 'eye'} label={t(shown ? 'field.hide_password' : 'field.show_password')} onPress={() => setShown(!shown)} />}
    />
  )
}
