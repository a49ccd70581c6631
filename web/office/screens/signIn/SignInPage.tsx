import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useAction } from '@/api/useAction'
import { appCode } from '@/domain/oneTimeCode'
import { Button } from '@/ui/Button'
import { FormPasswordField, FormTextField } from '@/ui/form'
import { FormProblem } from '@/ui/FormProblem'
import { Alert } from '@/ui/Alert'
import { useSiteForm } from '@/ui/useSiteForm'
import { call } from '../../api/client'
import { t } from '../../i18n/texts'
import { CodeField } from '../../ui/CodeField'
import { emailAddress, oneTimeCode, required, ruled } from '../../ui/formRules'
import { OpenFrame } from '../../ui/OpenFrame'

interface SignInValues {
  email: string
  password: string
  code: string
}

const route = getRouteApi('/sign-in')

/** Sign-in with all three at once: which of them is wrong is told to nobody. */
export function SignInPage() {
  const { to, ended } = route.useSearch()
  const router = useRouter()
  const queryClient = useQueryClient()
  const { control, formState, onSubmit, refuse, resetField } = useSiteForm<SignInValues>({
    name: 'office_sign_in',
    defaultValues: { email: '', password: '', code: '' },
    resolver: ruled<SignInValues>({ email: emailAddress, password: required, code: oneTimeCode }),
  })
  const { start, isPending } = useAction({
    run: (values: SignInValues, { idempotencyKey }) =>
      call('POST', '/api/sign-in', { body: { ...values, email: values.email.trim(), code: appCode(values.code) ?? values.code }, idempotencyKey }),
    onDone: () => {
      queryClient.clear()
      router.history.replace(to ?? '/')
    },
    onError: (error) => {
      // A code counts once, so the next try needs another.
      resetField('code')
      refuse(error, ['email', 'password', 'code'])
    },
  })
  const submit = onSubmit(start)
  return (
    <OpenFrame title={t('sign_in.title')} lead={t('sign_in.lead')}>
      <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
        {ended && <Alert tone="info">{t('sign_in.ended')}</Alert>}
        <FormTextField control={control} name="email" label={t('email')} type="email" inputMode="email" autoComplete="username" isRequired autoFocus />
        <FormPasswordField control={control} name="password" label={t('password')} autoComplete="current-password" isRequired />
        <CodeField control={control} name="code" />
        <FormProblem text={formState.errors.root?.message} />
        <Button type="submit" wide pending={isPending}>
          {t('sign_in.action')}
        </Button>
      </form>
    </OpenFrame>
  )
}
