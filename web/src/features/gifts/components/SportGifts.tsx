import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FieldErrors, Resolver } from 'react-hook-form'
import type { Answer } from '@/api/client'
import { ApiError } from '@/api/errors'
import { useHasSports } from '@/api/info/betting'
import { usePlayer } from '@/api/session/player'
import { useAction } from '@/api/useAction'
import { currentLocale, t } from '@/i18n/messages'
import { dateTimeText } from '@/i18n/names'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { FailedState } from '@/ui/FailedState'
import { FormTextField } from '@/ui/form'
import { FormProblem } from '@/ui/FormProblem'
import { ButtonLink } from '@/ui/Link'
import { Money, useMoneyText } from '@/ui/Money'
import { showToast } from '@/ui/toast'
import { useSiteForm } from '@/ui/useSiteForm'
import { redeemSportCode, sportBonusesQuery } from '../api/sportBonuses'
import { codeProblem } from '../model/code'
import { stageText, typeText } from '../model/texts'

type SportBonus = Answer<'GET', '/api/v2/bonuses'>[number]

interface CodeValues {
  code: string
}

const resolver: Resolver<CodeValues> = (values) => {
  const message = codeProblem(values.code)
  if (message === undefined) return { values, errors: {} }
  const errors: FieldErrors<CodeValues> = { code: { type: 'code', message } }
  return { values: {}, errors }
}

/** The player's free bets, the field for a code of the sports pages, and the way there; nothing where there are no sports. */
export function SportGifts() {
  return useHasSports() ? <FreeBets /> : null
}

function FreeBets() {
  const isPlayer = Boolean(usePlayer())
  const { data, isError, refetch } = useQuery({ ...sportBonusesQuery(currentLocale()), enabled: isPlayer })
  return (
    <section aria-labelledby="sport-gifts" className="mt-8">
      <h3 id="sport-gifts" className="text-lg font-semibold">
        {t('sport_gifts.title')}
      </h3>
      <p className="mt-1 mb-3 text-sm text-soft">{t('sport_gifts.lead')}</p>
      {isError && !data && <FailedState level={3} title={t('gifts.failed')} onRetry={() => void refetch()} />}
      {data && data.length > 0 && (
        <ul className="mb-4 grid gap-4">
          {data.map((bonus) => (
            <li key={bonus.id}>
              <FreeBet bonus={bonus} />
            </li>
          ))}
        </ul>
      )}
      <SportCodeForm />
    </section>
  )
}

function FreeBet({ bonus }: { bonus: SportBonus }) {
  const money = useMoneyText()
  const isOpen = bonus.stage === 'issued'
  return (
    <article aria-label={bonus.title} className="rounded-l border border-line bg-surface p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h4 className="font-display text-base font-semibold break-words">{bonus.title}</h4>
        <Badge tone={isOpen ? 'info' : 'neutral'}>{isOpen ? t('sport_gifts.ready') : stageText(bonus.stage)}</Badge>
      </div>
      <p className="mt-0.5 flex flex-wrap gap-x-2 text-sm text-soft">
        <Money amountCents={bonus.amount_cents} currency={bonus.currency} className="font-semibold text-text" />
        {typeText(bonus.type)}
      </p>
      {bonus.paid_cents > 0 && <p className="mt-2 text-sm">{t('sport_gifts.paid', { amount: money(bonus.paid_cents, bonus.currency) })}</p>}
      {isOpen && (
        <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
          <p className="text-sm text-muted">{t('gifts.terms.until', { date: dateTimeText(bonus.valid_until) })}</p>
          <ButtonLink to="/sport" size="s">
            {t('sport_gifts.to_sport')}
          </ButtonLink>
        </div>
      )}
    </article>
  )
}

function SportCodeForm() {
  const client = useQueryClient()
  const { control, formState, onSubmit, refuse, reset, setError } = useSiteForm<CodeValues>({ name: 'sport_code', defaultValues: { code: '' }, resolver })
  const { start } = useAction({
    run: (code: string, { idempotencyKey }) => redeemSportCode(client, code, idempotencyKey),
    onDone: () => {
      showToast('successfully', t('sport_gifts.redeemed'), { id: 'sport-code' })
      reset()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 404)
        setError('code', { type: 'server', message: t('promocode.status.not_found') }, { shouldFocus: true })
      else refuse(error, ['code'])
    },
  })
  const submit = onSubmit(({ code }) => start(code.trim()))
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="max-w-md space-y-4">
      <FormTextField control={control} name="code" label={t('sport_gifts.code')} autoComplete="off" isRequired />
      <FormProblem text={formState.errors.root?.message} />
      <Button type="submit" variant="secondary" pending={formState.isSubmitting}>
        {t('promocode.submit')}
      </Button>
    </form>
  )
}
