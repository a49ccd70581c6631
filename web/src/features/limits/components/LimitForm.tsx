import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useAccounts, useActiveAccount } from '@/api/session/accounts'
import { keepLimit } from '@/api/session/limits'
import type { UserLimit } from '@/api/types'
import { useAction } from '@/api/useAction'
import { fieldTexts, problemText } from '@/i18n/errorText'
import { currentLocale, t } from '@/i18n/messages'
import { exampleText, readAmount } from '@/domain/typedAmount'
import { readWhole } from '@/domain/wholeNumber'
import { Button } from '@/ui/Button'
import { UnitSwitch, useInputUnit, useRetyped } from '@/ui/ChosenCoinUnit'
import { Alert } from '@/ui/Alert'
import { Select } from '@/ui/Select'
import { TextField } from '@/ui/TextField'
import { showToast } from '@/ui/toast'
import { setLimit, type NewLimit } from '../api/changeLimit'
import { LIMIT_TYPES, periodText, type LimitPeriod, type LimitType } from '../model/limitTypes'

/** More minutes than any period has; which ones a period takes, the server says. */
const MINUTES_MAX = 99_999

/** Sets or changes a cap: of money in one wallet, or of minutes. */
export function LimitForm({ type, onClose }: { type: LimitType; onClose: () => void }) {
  const client = useQueryClient()
  const accounts = useAccounts() ?? []
  const active = useActiveAccount()
  const periods = LIMIT_TYPES.find((known) => known.type === type)?.periods ?? []
  const [period, setPeriod] = useState<string>(periods[0] ?? 'day')
  const [chosen, setCurrency] = useState<string>()
  const currency = chosen ?? active?.currency ?? 'EUR'
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const isTime = type === 'session'
  const { unit, units, chooseUnit } = useInputUnit(currency)
  useRetyped(currency, unit, text, setText)

  const saving = useAction({
    run: (limit: NewLimit, { idempotencyKey }) => setLimit(limit, idempotencyKey),
    onDone: (limit: UserLimit) => {
      keepLimit(client, limit)
      const waits = limit.changes.some(({ effective_at }) => !effective_at)
      showToast(waits ? 'message' : 'successfully', t(waits ? 'limits.asked' : 'limits.saved'), { id: 'limits' })
      onClose()
    },
    onError: (error) => {
      const texts = fieldTexts(error)
      const own = texts.amount_cents ?? texts.amount_minutes
      setProblem(own)
      if (own) input.current?.focus()
      else setFailure(Object.values(texts).join(' ') || problemText(error))
    },
  })

  const refuse = (words: string) => {
    setProblem(words)
    input.current?.focus()
  }
  const submit = () => {
    setFailure(undefined)
    const chosenPeriod = period as LimitPeriod
    if (isTime) {
      const minutes = readWhole(text, { min: 1, max: MINUTES_MAX })
      if ('problem' in minutes) refuse(t('limits.minutes_problem'))
      else void saving.start({ type, period: chosenPeriod, amount_minutes: minutes.value })
      return
    }
    const typed = readAmount(text, unit, currentLocale())
    if ('problem' in typed) refuse(t('limits.amount_problem', { example: exampleText(unit.decimals, currentLocale()) }))
    else void saving.start({ type, period: chosenPeriod, currency, amount_cents: typed.cents })
  }

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Select
        label={t('limits.period_label')}
        autoComplete="off"
        options={periods.map((id) => ({ id, label: periodText(id) }))}
        value={period}
        onChange={setPeriod}
      />
      {!isTime && accounts.length > 1 && (
        <Select
          label={t('player.currency')}
          autoComplete="off"
          options={accounts.map(({ currency: id }) => ({ id, label: id }))}
          value={currency}
          onChange={setCurrency}
        />
      )}
      <TextField
        ref={input}
        label={isTime ? t('limits.minutes') : t('limits.amount')}
        value={text}
        onChange={(value) => {
          setText(value)
          setProblem(undefined)
        }}
        after={
          isTime ? undefined : (
            <UnitSwitch
              unit={unit}
              units={units}
              onUnit={(next) => {
                setProblem(undefined)
                chooseUnit(next)
              }}
            />
          )
        }
        error={problem}
        inputMode={isTime ? 'numeric' : 'decimal'}
        autoComplete="off"
        isRequired
      />
      {failure && <Alert tone="danger">{failure}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={saving.isPending}>
          {t('limits.save')}
        </Button>
        <Button variant="ghost" onPress={onClose}>
          {t('limits.back')}
        </Button>
      </div>
    </form>
  )
}
