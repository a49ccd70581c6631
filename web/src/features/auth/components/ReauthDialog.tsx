import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm, type FieldErrors, type Resolver } from 'react-hook-form'
import { ApiError } from '@/api/errors'
import { settleReauthentication } from '@/api/reauth'
import { usePlayer } from '@/api/session/player'
import { fieldTexts, problemText, ruleText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { knowsPasskeys } from '@/platform/passkeys'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormPasswordField } from '@/ui/form'
import { FormProblem } from '@/ui/FormProblem'
import { passkeysQuery, reauthenticateByPasskey } from '../api/passkeys'
import { goToProvider, providerLinksQuery } from '../api/providers'
import { reauthenticate } from '../api/reauthenticate'

interface PasswordValues {
  password: string
}

const resolver: Resolver<PasswordValues> = (values) => {
  const errors: FieldErrors<PasswordValues> = {}
  if (values.password !== '') return { values, errors: {} }
  errors.password = { type: 'REQUIRED', message: ruleText('password', 'REQUIRED') }
  return { values: {}, errors }
}

/** The page on which the question stands, to which a provider leads back. */
function shownPath(): string {
  return window.location.pathname + window.location.search
}

/** Asks for the password over whatever is open, which stays as it is beneath. */
export function ReauthDialog() {
  const player = usePlayer()
  const { control, handleSubmit, setError, setFocus, formState } = useForm<PasswordValues>({ defaultValues: { password: '' }, resolver })

  useEffect(() => {
    // A game in full screen would lie over the dialog.
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
  }, [])
  useEffect(() => {
    // Whoever is signed out meanwhile has nothing to confirm.
    if (player === null) settleReauthentication(false)
  }, [player])

  const keys = useQuery({ ...passkeysQuery, enabled: player !== null && knowsPasskeys() })
  const hasPasskey = keys.data?.available === true && keys.data.passkeys.length > 0
  const links = useQuery({ ...providerLinksQuery, enabled: player !== null }).data ?? []
  const confirm = async (confirmed: Promise<void>) => {
    try {
      await confirmed
      settleReauthentication(true)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        settleReauthentication(false)
        return
      }
      const { password: text } = fieldTexts(error)
      if (!text) {
        setError('root', { message: problemText(error) })
        return
      }
      setError('password', { message: text })
      setFocus('password')
    }
  }
  const submit = handleSubmit(({ password }) => confirm(reauthenticate(password)))

  return (
    <Dialog title={t('auth.reauth_title')} size="s" onClose={() => settleReauthentication(false)}>
      <form onSubmit={(event) => void submit(event)} noValidate className="space-y-5">
        <p className="text-sm text-soft">{t('auth.reauth_text')}</p>
        {/* Password managers look for the account beside the password. */}
        <input type="text" name="username" autoComplete="username" value={player?.email ?? ''} readOnly hidden />
        <FormPasswordField control={control} name="password" label={t('player.password')} autoComplete="current-password" isRequired autoFocus />
        <FormProblem text={formState.errors.root?.message} />
        <Button type="submit" size="l" wide pending={formState.isSubmitting}>
          {t('auth.reauth_confirm')}
        </Button>
        {links.map(({ id, provider, title }) => (
          <Button
            key={id}
            variant="ghost"
            wide
            onPress={() => void goToProvider(provider, 'reauth', shownPath()).catch((error: unknown) => setError('root', { message: problemText(error) }))}
          >
            {t('provider.reauth', { provider: title })}
          </Button>
        ))}
        {hasPasskey && (
          <Button variant="ghost" wide onPress={() => void confirm(reauthenticateByPasskey())}>
            {t('security.use_passkey')}
          </Button>
        )}
      </form>
    </Dialog>
  )
}
