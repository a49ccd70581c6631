import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { ApiError } from '@/api/errors'
import { useAction } from '@/api/useAction'
import { appCode } from '@/domain/oneTimeCode'
import { Button } from '@/ui/Button'
import { FormPasswordField } from '@/ui/form'
import { FormProblem } from '@/ui/FormProblem'
import { useSiteForm } from '@/ui/useSiteForm'
import { call } from '../../api/client'
import type { Invitation } from '../../api/types'
import { t } from '../../i18n/texts'
import { CodeField } from '../../ui/CodeField'
import { newPassword, oneTimeCode, ruled } from '../../ui/formRules'
import { Failed, Loaded, State } from '../../ui/Loaded'
import { OpenFrame } from '../../ui/OpenFrame'

const route = getRouteApi('/invitation/$token')

/** What a one-time link opens: the invited one chooses a password and sets an authenticator app up. */
export function InvitationPage() {
  const { token } = route.useParams()
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call('GET', '/api/invitations/{token}', { path: { token }, signal }),
    // Another answer would bring another secret while the first is being set up.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  const name = invitation.data?.name
  return (
    <OpenFrame
      title={name ? t('invitation.title_for', { name }) : t('invitation.title')}
      lead={name && t('invitation.lead', { email: invitation.data?.email ?? '' })}
    >
      {invitation.error instanceof ApiError && invitation.error.status === 404 ? (
        <State icon="clock" title={t('invitation.gone')} text={t('invitation.gone_text')} />
      ) : invitation.error ? (
        <Failed error={invitation.error} onRetry={() => void invitation.refetch()} />
      ) : (
        <Loaded query={invitation}>{(found) => <SetUpForm token={token} invitation={found} />}</Loaded>
      )}
    </OpenFrame>
  )
}

/** A secret is shown in groups of four, as it is typed. */
const grouped = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

function SetUpForm({ token, invitation }: { token: string; invitation: Invitation }) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { control, formState, onSubmit, refuse } = useSiteForm<{ password: string; code: string }>({
    name: 'office_invitation',
    defaultValues: { password: '', code: '' },
    resolver: ruled<{ password: string; code: string }>({ password: newPassword, code: oneTimeCode }),
  })
  const { start, isPending } = useAction({
    run: ({ password, code }: { password: string; code: string }, { idempotencyKey }) =>
      call('POST', '/api/invitations/{token}', { path: { token }, body: { password, code: appCode(code) ?? code }, idempotencyKey }),
    onDone: () => {
      queryClient.clear()
      router.history.replace('/')
    },
    onError: (error) => refuse(error, ['password', 'code']),
  })
  const submit = onSubmit(start)
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="space-y-5">
      <FormPasswordField
        control={control}
        name="password"
        label={t('invitation.password')}
        help={t('invitation.password_help')}
        autoComplete="new-password"
        isRequired
        autoFocus
      />
      <div className="text-sm text-soft">
        <p>{t('invitation.scan')}</p>
        <img
          src={`data:image/svg+xml;utf8,${encodeURIComponent(invitation.qr_svg)}`}
          alt={t('invitation.qr')}
          width={180}
          height={180}
          className="mt-3 rounded-m border border-line bg-white"
        />
        <p className="mt-3">
          {t('invitation.type')}{' '}
          <a href={invitation.otpauth_url} className="rounded-s text-link underline underline-offset-4">
            {t('invitation.open_app')}
          </a>
        </p>
        <code className="mt-1 block font-sans tracking-wider break-words text-text select-all">{grouped(invitation.totp_secret)}</code>
      </div>
      <CodeField control={control} name="code" />
      <FormProblem text={formState.errors.root?.message} />
      <Button type="submit" wide pending={isPending}>
        {t('invitation.action')}
      </Button>
    </form>
  )
}
