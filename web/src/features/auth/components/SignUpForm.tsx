import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { CaptchaError } from '@/api/captcha/captcha'
import { useCaptcha } from '@/api/captcha/useCaptcha'
import { useBrand } from '@/api/info/brand'
import { usePlayerFields } from '@/api/info/playerFields'
import { countriesQuery, projectQuery, useCurrencies } from '@/api/info/reference'
import { useClientContext } from '@/api/session/clientContext'
import type { Country, Currency, Project } from '@/api/types'
import { useAction } from '@/api/useAction'
import { ruleText } from '@/i18n/errorText'
import { Text, currentLocale, t } from '@/i18n/messages'
import { countryName, currencyName } from '@/i18n/names'
import { deviceFingerprint } from '@/platform/fingerprint'
import { logError } from '@/platform/log'
import { fieldsOf, type FieldSpec } from '@/domain/player/fields'
import { keptPromoCode } from '@/domain/promoCodes'
import { Button } from '@/ui/Button'
import { cx } from '@/platform/cx'
import { TextLink } from '@/ui/Link'
import { PlayerField, playerResolver, type PlayerValues } from '@/ui/PlayerField'
import { Skeleton } from '@/ui/Skeleton'
import { FormProblem } from '@/ui/FormProblem'
import { useSiteForm } from '@/ui/useSiteForm'
import { checkEmail } from '../api/checkEmail'
import { signUp } from '../api/signUp'
import { countVariantShown } from '../api/countVariantShown'
import { FIRST_DEPOSIT_BONUS, NO_BONUS } from '../model/firstDepositBonus'
import { preselected } from '../model/preselected'
import { keepTypedCode, PROMO_CODE } from '../model/promoCode'
import { countedVariant, registrationVariant, stepsOf, logRegistrationVariant } from '../model/steps'
import { FirstDepositBonus } from './FirstDepositBonus'
import { PromoCodeField } from './PromoCodeField'
import { RegisterHelp } from './RegisterHelp'
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
  const countries = useQuery(countriesQuery)
  const currencies = useCurrencies()
  const context = useClientContext()
  const project = useQuery(projectQuery)
  if (countries.isPending || project.isPending || !context) return <SignUpSkeleton />
  const offered = countries.data?.filter((country) => !country.restricted) ?? []
  const enabled = currencies.filter((currency) => currency.enabled)
  return <SignUpFields {...props} project={project.data} countries={offered} currencies={enabled} start={preselected(context.country, offered, enabled)} />
}

interface SignUpFieldsProps extends SignUpFormProps {
  /** The operator, with the variants of A/B tests that the visitor sees. */
  project: Project | undefined
  countries: Country[]
  currencies: Currency[]
  /** Country and currency to begin with. */
  start: { country: string; currency: string }
}

/** Asks what the licence of the chosen country asks: where a player lives decides, not where the visitor is. */
function SignUpFields(props: SignUpFieldsProps) {
  const [country, setCountry] = useState(props.start.country)
  const fields = usePlayerFields(country)
  // Only wallets that the payment methods of that licence can fill.
  const offered = fields?.fields.find(({ field }) => field === 'currency')?.options
  const currencies = useMemo(() => props.currencies.filter(({ code }) => offered?.includes(code) ?? true), [props.currencies, offered])
  return fields ? <SignUpSteps {...props} currencies={currencies} specs={fieldsOf(fields, 'registration')} onCountry={setCountry} /> : <SignUpSkeleton />
}

type SignUpStepsProps = SignUpFieldsProps & { specs: FieldSpec[]; onCountry: (country: string) => void }

function SignUpSteps({ email, onEmail, onDone, onKnownEmail, specs, project, countries, currencies, start: begun, onCountry }: SignUpStepsProps) {
  const client = useQueryClient()
  const captcha = useCaptcha()
  const [isProving, setIsProving] = useState(false)
  /** Why the last try was refused. */
  const [failure, setFailure] = useState<unknown>(null)
  const brand = useBrand()
  /** Address that the operator says has an account already. */
  const [takenEmail, setTakenEmail] = useState<string | null>(null)
  // A test that begins or ends meanwhile does not turn a form over that somebody is filling in.
  const [{ variant, counted }] = useState(() => ({
    variant: registrationVariant(project?.variants),
    counted: project ? countedVariant(project) : null,
  }))
  useEffect(() => {
    logRegistrationVariant(variant)
    if (counted !== null) countVariantShown(counted)
  }, [variant, counted])
  const steps = stepsOf(specs, variant)
  const [stepIndex, setStepIndex] = useState(0)
  const step = steps[stepIndex] ?? specs
  const { control, setError, getValues, setValue, formState, onSubmit, refuse, focusLater } = useSiteForm<PlayerValues>({
    name: 'registration',
    defaultValues: {
      ...Object.fromEntries(specs.map(({ field, type }) => [field, type === 'checkbox' ? false : ''])),
      ...begun,
      email,
      [FIRST_DEPOSIT_BONUS]: NO_BONUS,
      [PROMO_CODE]: keptPromoCode('gift_promocode') ?? '',
    },
    // What is still to be asked is not missing yet.
    resolver: playerResolver(steps.slice(0, stepIndex + 1).flat(), begun.country, (field, value) =>
      field === 'email' && String(value).trim() === takenEmail ? 'TAKEN' : null,
    ),
  })

  const country = String(useWatch({ control, name: 'country' }) ?? '')
  /** The currency that the form has chosen by the country; one that the visitor has chosen stays. */
  const ownCurrency = useRef(begun.currency)
  useEffect(() => {
    onCountry(country)
    if (getValues('currency') !== ownCurrency.current) return
    ownCurrency.current = preselected(country, countries, currencies).currency
    setValue('currency', ownCurrency.current)
  }, [country, countries, currencies, onCountry, getValues, setValue])
  const currency = useWatch({ control, name: 'currency' })
  // A bonus is made in some currencies.
  useEffect(() => setValue(FIRST_DEPOSIT_BONUS, NO_BONUS), [currency, setValue])

  const choices = {
    country: countries.map(({ code }) => ({ id: code, label: countryName(code) })).sort((a, b) => a.label.localeCompare(b.label, currentLocale())),
    currency: currencies.map(({ code }) => ({ id: code, label: `${code} · ${currencyName(code)}` })),
  }

  const leaveEmail = async () => {
    const address = String(getValues('email')).trim()
    onEmail(address)
    if (!address.includes('@')) return
    const known = await checkEmail(address, captcha)
    // The player may have typed on meanwhile.
    if (!known || String(getValues('email')).trim() !== address) return
    if (!known.valid) setError('email', { message: ruleText('email', 'INVALID') })
    else if (!known.available) {
      setTakenEmail(address)
      setError('email', { message: ruleText('email', 'TAKEN') })
    }
  }

  const goTo = (index: number, field = steps[index]?.[0]?.field) => {
    setStepIndex(index)
    if (field) focusLater(field)
  }
  const signingUp = useAction({
    run: async (user: PlayerValues, { idempotencyKey, once }) => {
      const proof = await once(() => captcha.take(() => setIsProving(true))).finally(() => setIsProving(false))
      const account = {
        email: String(user.email).trim(),
        password: String(user.password),
        country: String(user.country ?? ''),
        currency: String(user.currency ?? ''),
        terms_acceptance: user.terms_acceptance === true,
      }
      await signUp(client, { ...user, ...account, locale: currentLocale(), dfpc: deviceFingerprint(), captcha: proof }, idempotencyKey)
    },
    onDone,
    onError: (error) => {
      captcha.prepare()
      setFailure(error)
      if (error instanceof CaptchaError) logError('CAPTCHA_TOKEN_ERROR', error)
      const first = refuse(error, [...steps.flat().map(({ field }) => field), FIRST_DEPOSIT_BONUS])
      if (first) goTo(first === FIRST_DEPOSIT_BONUS ? steps.length - 1 : steps.findIndex((fields) => fields.some(({ field }) => field === first)), first)
    },
  })
  const isLast = stepIndex === steps.length - 1
  const submit = onSubmit((values) => {
    if (isLast) {
      // The lobby looks for it as soon as there is a player.
      keepTypedCode(String(values[PROMO_CODE] ?? ''))
      return signingUp.start(filled(values, specs))
    }
    goTo(stepIndex + 1)
    return Promise.resolve()
  })

  const byField = (field: FieldSpec) => (
    <PlayerField
      key={field.field}
      spec={field}
      control={control}
      choices={choices}
      label={field.field === 'terms_acceptance' ? <Terms brand={brand} /> : undefined}
    />
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
      {isLast && <FirstDepositBonus control={control} />}
      {isLast && <PromoCodeField control={control} />}
      <div>{boxes.map(byField)}</div>
      <FormProblem text={formState.errors.root?.message} />
      <RegisterHelp failure={failure} />
      <p role="status" className="text-sm text-soft empty:hidden">
        {isProving && t('auth.checking_browser_short')}
      </p>
      <div className="flex gap-3">
        {stepIndex > 0 && (
          <Button variant="secondary" size="l" onPress={() => goTo(stepIndex - 1)}>
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

/** What was filled in of the fields that are asked, and the chosen bonus: a field that another country asks for is left out. */
function filled(values: PlayerValues, specs: FieldSpec[]): PlayerValues {
  const asked = [...specs.map(({ field }) => field), FIRST_DEPOSIT_BONUS]
  return Object.fromEntries(asked.map((field) => [field, values[field] ?? ''] as const).filter(([, value]) => value !== '' && value !== NO_BONUS))
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
const WIDE = new Set(['email', 'password', 'date_of_birth', 'personal_id', 'address'])

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
