import type { ReactNode } from 'react'
import type { Control, FieldErrors, Resolver } from 'react-hook-form'
import { usePlayer } from '@/api/session/player'
import { useAction } from '@/api/useAction'
import { ruleText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormPasswordField } from '@/ui/form'
import { FormProblem } from '@/ui/FormProblem'
import { useSiteForm } from '@/ui/useSiteForm'
import { factorOf } from '../api/factorOf'
import type { Guard } from '../api/passkeys'
import { NO_FACTOR, withFactor, type FactorValues } from '../model/secondFactor'
import { FactorFields } from './FactorFields'
import { useFactor } from './useFactor'

export interface GuardedValues extends FactorValues {
  password: string
  /** What is asked beside, where something is. */
  name: string
}

interface GuardedDialogProps<Answer> {
  /** What the form is counted by when it is refused. */
  form: string
  title: string
  text: string
  confirm: string
  tone?: 'primary' | 'danger'
  /** That a second factor is asked for, where the caller knows it before the player's data does. */
  asksFactor?: boolean
  /** Fields of its own over the password, which are filled under `name`. */
  children?: (control: Control<GuardedValues>) => ReactNode
  /** Judges what is typed under `name`. */
  brokenName?: (name: string) => 'REQUIRED' | 'TOO_LONG' | null
  run: (guard: Guard, name: string, idempotencyKey: string) => Promise<Answer>
  onDone: (answer: Answer) => void
  onClose: () => void
}

/** Asks for the password, and a second factor where there is one, before what guards the account is changed. */
export function GuardedDialog<Answer>({
  form,
  title,
  text,
  confirm,
  tone = 'primary',
  asksFactor,
  children,
  brokenName,
  run,
  onDone,
  onClose,
}: GuardedDialogProps<Answer>) {
  const player = usePlayer()
  const choice = useFactor(asksFactor ?? player?.two_factor_enabled ?? false)
  const resolver: Resolver<GuardedValues> = (values) => {
    const errors: FieldErrors<GuardedValues> = {}
    const broken = brokenName?.(values.name)
    if (broken) errors.name = { type: broken, message: ruleText('name', broken) }
    if (values.password === '') errors.password = { type: 'REQUIRED', message: ruleText('password', 'REQUIRED') }
    return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors }
  }
  const { control, formState, onSubmit, refuse } = useSiteForm<GuardedValues>({
    name: form,
    defaultValues: { password: '', name: '', ...NO_FACTOR },
    resolver: withFactor(resolver, choice.field),
  })
  const { start } = useAction({
    run: async ({ password, name, ...codes }: GuardedValues, { idempotencyKey }) =>
      run({ password, ...(await factorOf(codes, choice.field)) }, name.trim(), idempotencyKey),
    onDone,
    onError: (error) => void refuse(error, ['name', 'password', ...(choice.field && choice.field !== 'passkey' ? [choice.field] : [])]),
  })
  return (
    <Dialog title={title} size="s" onClose={onClose}>
      <form onSubmit={(event) => void onSubmit(start)(event)} noValidate className="space-y-5">
        <p className="text-sm text-soft">{text}</p>
        {children?.(control)}
        {/* Password managers look for the account beside the password. */}
        <input type="text" name="username" autoComplete="username" value={player?.email ?? ''} readOnly hidden />
        <FormPasswordField control={control} name="password" label={t('player.password')} autoComplete="current-password" isRequired autoFocus={!children} />
        <FactorFields control={control as never} choice={choice} />
        <FormProblem text={formState.errors.root?.message} />
        <Button type="submit" variant={tone} size="l" wide pending={formState.isSubmitting}>
          {confirm}
        </Button>
      </form>
    </Dialog>
  )
}
