import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { CaptchaError } from '@/api/captcha/captcha'
import { useCaptcha } from '@/api/captcha/useCaptcha'
import { newIdempotencyKey } from '@/api/client'
import { ApiError, NetworkError } from '@/api/errors'
import { useBrand } from '@/api/info/brand'
import { usePlayerFields } from '@/api/info/playerFields'
import { countriesQuery, useCurrencies } from '@/api/info/reference'
import { useClientContext } from '@/api/session/clientContext'
import type { ClientContext, Country, Currency } from '@/api/types'
import { fieldTexts, problemText, ruleText } from '@/i18n/errorText'
import { Text, currentLocale, t } from '@/i18n/messages'
import { countryName, currencyName } from '@/i18n/names'
import { deviceFingerprint } from '@/lib/fingerprint'
import { logError } from '@/lib/log'
import { fieldsOf, type FieldSpec } from '@/lib/player/fields'
import { tellBrokenRules, tellRefusedFields } from '@/lib/refusedForms'
import { Button } from '@/ui/Button'
import { cx } from '@/lib/cx'
import { TextLink } from '@/ui/Link'
import { PlayerField, playerResolver, type PlayerValues } from '@/ui/PlayerField'
import { Skeleton } from '@/ui/Skeleton'
import { FormProblem } from '@/ui/FormProblem'
import { showToast } from '@/ui/toast'
import { checkEmail } from '../api/checkEmail'
import { signUp } from '../api/signUp'
import { preselected } from '../model/preselected'
import { registrationVariant, stepsOf, tellRegistrationVariant } from '../model/steps'
import { StrengthHint } from './StrengthHint'

interface SignUpFormProps {
  email: string
  onEmail: (email: string) => void
  onDone: () => void
  /** The address has an account already: sign in with it instead. */
  onKnownEmail: () => void
}

/** Shows the form once it is known what to ask. */
export function SignUpForm(props: SignUpFormProps) {
  const fields = usePlayerFields()
  const countries = useQuery(countriesQuery)
  const currencies = useCurrencies()
  const context = useClientContext()
  if (!fields || countries.isPending || !context) return <SignUpSkeleton />
  return (
    <SignUpFields
      {...props}
      specs={fieldsOf(fields, 'registration')}
      countries={countries.data?.filter((country) => !country.restricted) ?? []}
      currencies={currencies.filter((currency) => currency.enabled)}
      context={context}
    />
  )
}

interface SignUpFieldsProps extends SignUpFormProps {
  specs: FieldSpec[]
  countries: Country[]
  currencies: Currency[]
  context: ClientContext
}

function SignUpFields({ email, onEmail, onDone, onKnownEmail, specs, countries, currencies, context }: SignUpFieldsProps) {
  const client = useQueryClient()
  const captcha = useCaptcha()
  const brand = useBrand()
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey)
  /** Address that the house says has an account already. */
  const [takenEmail, setTakenEmail] = useState<string | null>(null)
  const [variant] = useState(registrationVariant)
  useEffect(() => tellRegistrationVariant(variant), [variant])
  const steps = stepsOf(specs, variant)
  const [stepIndex, setStepIndex] = useState(0)
  const step = steps[stepIndex] ?? specs
  const { control, handleSubmit, setError, setFocus, getValues, formState } = useForm<PlayerValues>({
    defaultValues: {
      ...Object.fromEntries(specs.map(({ field, type }) => [field, type === 'checkbox' ? false : ''])),
      ...preselected(context.country, countries, currencies),
      email,
    },
    // What is still to be asked is not missing yet.
    resolver: playerResolver(steps.slice(0, stepIndex + 1).flat(), context.country ?? '', (field, value) =>
      field === 'email' && String(value).trim() === takenEmail ? 'TAKEN' : null,
    ),
    // Not when a field is left: the dialog would grow under a pointer that is about to press something.
    mode: 'onSubmit',
  })
  const choices = {
    country: countries.map(({ code }) => ({ id: code, label: countryName(code) })).sort((a, b) => a.label.localeCompare(b.label, currentLocale())),
    currency: currencies.map(({ code }) => ({ id: code, label: `${code} · ${currencyName(code)}` })),
  }

  const leaveEmail = async () => {
    const address = String(getValues('email')).trim()
    onEmail(address)
    if (!address.includes('@')) return
    const known = await checkEmail(address)
    // The player may have typed on meanwhile.
    if (!known || String(getValues('email')).trim() !== address) return
    if (!known.valid) setError('email', { message: ruleText('email', 'INVALID') })
    else if (!known.available) {
      setTakenEmail(address)
      setError('email', { message: ruleText('email', 'TAKEN') })
    }
  }

  const isLast = stepIndex === steps.length - 1
  const submit = handleSubmit(async (values) => {
    if (!isLast) {
      setStepIndex(stepIndex + 1)
      return
    }
    try {
      const proof = await captcha.take()
      const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
      const device = { locale: currentLocale(), dfpc: deviceFingerprint(), captcha: proof }
      const account = { email: String(values.email).trim(), password: String(values.password) }
      await signUp(client, { ...filled, ...account, ...device }, idempotencyKey)
      onDone()
    } catch (error) {
      refuse(error)
    }
  }, (errors) => tellBrokenRules('registration', errors))
  const refuse = (error: unknown) => {
    captcha.prepare()
    // Answered: the next press is another action. Unanswered: the next press is the same one again.
    if (!(error instanceof NetworkError)) setIdempotencyKey(newIdempotencyKey())
    if (error instanceof CaptchaError) {
      logError('CAPTCHA_TOKEN_ERROR', error)
      showToast('reject', t('auth.captcha_failed'), { id: 'captcha' })
    }
    if (error instanceof ApiError) tellRefusedFields('registration', error.fields)
    const texts = Object.entries(fieldTexts(error)).filter(([field]) => specs.some((spec) => spec.field === field))
    for (const [field, message] of texts) setError(field, { message })
    const [first] = texts
    if (first) {
      setStepIndex(steps.findIndex((fields) => fields.some(({ field }) => field === first[0])))
      setFocus(first[0])
    } else setError('root', { message: problemText(error) })
  }

  const byField = (field: FieldSpec) => (
    <PlayerField key={field.field} spec={field} control={control} choices={choices} label={field.field === 'terms_acceptance' ? <Terms brand={brand} /> : undefined} />
  )
  const boxes = step.filter((spec) => spec.type === 'checkbox')
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="space-y-5">
      {steps.length > 1 && <Progress number={stepIndex + 1} total={steps.length} />}
      <div key={stepIndex} className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        {step
          .filter((spec) => spec.type !== 'checkbox')
          .map((spec) => (
            <div key={spec.field} className={cx(WIDE.has(spec.field) && 'sm:col-span-2')}>
              {spec.field === 'email' ? (
                <div onBlur={() => void leaveEmail()}>
                  <PlayerField spec={spec} control={control} choices={choices} autoFocus />
                  {takenEmail !== null && formState.errors.email && (
                    <button type="button" onClick={onKnownEmail} className="mt-1 min-h-6 text-xs font-semibold text-link underline-offset-4 hover:underline">
                      {t('auth.sign_in_instead')}
                    </button>
                  )}
                </div>
              ) : (
                byField(spec)
              )}
              {spec.field === 'password' && <Strength control={control} />}
            </div>
          ))}
      </div>
      <div>{boxes.map(byField)}</div>
      <FormProblem text={formState.errors.root?.message} />
      <div className="flex gap-3">
        {stepIndex > 0 && (
          <Button variant="secondary" size="l" onPress={() => setStepIndex(stepIndex - 1)}>
            {t('auth.back')}
          </Button>
        )}
        <Button type="submit" size="l" wide pending={formState.isSubmitting}>
          {t(isLast ? 'auth.create_account' : 'auth.next')}
        </Button>
      </div>
    </form>
  )
}

/** How far the form has come; read out when it goes on. */
function Progress({ number, total }: { number: number; total: number }) {
  return (
    <div role="status">
      <p className="text-sm font-medium text-soft">{t('auth.step', { number, total })}</p>
      <div aria-hidden className="mt-2 grid auto-cols-fr grid-flow-col gap-1.5">
        {Array.from({ length: total }, (_, index) => (
          <span key={index} className={cx('h-1 rounded-full', index < number ? 'bg-accent' : 'bg-line')} />
        ))}
      </div>
    </div>
  )
}

/** Fields that take a line of their own. */
const WIDE = new Set(['email', 'password', 'date_of_birth', 'address'])

function Strength({ control }: { control: Parameters<typeof PlayerField>[0]['control'] }) {
  return <StrengthHint password={String(useWatch({ control, name: 'password' }) ?? '')} />
}

function Terms({ brand }: { brand: string }) {
  const link = (words: string) => (
    <TextLink to="/responsible-gaming" target="_blank" className="underline">
      {words}
    </TextLink>
  )
  const terms = (words: string) => (
    <TextLink to="/$text" params={{ text: 'terms-and-conditions' }} target="_blank" className="underline">
      {words}
    </TextLink>
  )
  return <Text k="auth.terms" values={{ brand }} parts={{ link, terms }} />
}

function SignUpSkeleton() {
  return (
    <div className="space-y-5">
      <Skeleton className="h-[74px] w-full" />
      <Skeleton className="h-[74px] w-full" />
      <div className="grid gap-4 sm:grid-cols-2">
        <Skeleton className="h-[74px] w-full" />
        <Skeleton className="h-[74px] w-full" />
      </div>
      <Skeleton className="h-13 w-full" />
    </div>
  )
}
