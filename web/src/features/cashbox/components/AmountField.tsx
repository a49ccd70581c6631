import { t } from '@/i18n/messages'
import { cx } from '@/lib/cx'
import { useMoneyText } from '@/ui/Money'
import { TextField } from '@/ui/TextField'
import { amountText, type AmountProblem, type InputUnit } from '../model/amount'

interface AmountFieldProps {
  value: string
  onChange: (text: string) => void
  unit: InputUnit
  currency: string
  problem: AmountProblem | undefined
  /** What the server said about the amount. */
  refusal: string | undefined
  quick: { cents: number; label: string }[]
}

/** What is wrong with an amount, in words. */
function useProblemText(currency: string): (problem: AmountProblem) => string {
  const money = useMoneyText()
  return (problem) => {
    switch (problem.kind) {
      case 'empty':
        return t('cashbox.amount.empty')
      case 'no_amount':
        return t('cashbox.amount.no_amount')
      case 'decimals':
        return t('cashbox.amount.decimals', { decimals: problem.decimals })
      case 'min':
        return t('cashbox.amount.min', { amount: money(problem.cents, currency) })
      case 'max':
        return t('cashbox.amount.max', { amount: money(problem.cents, currency) })
      case 'step':
        return t('cashbox.amount.step', { amount: money(problem.cents, currency) })
      case 'available':
        return t('cashbox.amount.available', { amount: money(problem.cents, currency) })
    }
  }
}

/** An amount to type, or to choose with one press. */
export function AmountField({ value, onChange, unit, currency, problem, refusal, quick }: AmountFieldProps) {
  const problemText = useProblemText(currency)
  return (
    <div>
      <TextField
        label={t('cashbox.amount')}
        value={value}
        onChange={onChange}
        inputMode="decimal"
        autoComplete="off"
        isRequired
        error={problem ? problemText(problem) : refusal}
        after={<span className="pr-3 text-sm font-semibold">{unit.label}</span>}
        inputClassName="h-14 font-display text-2xl font-semibold tabular-nums"
      />
      <div role="group" aria-label={t('cashbox.quick_amounts')} className="mt-3 flex flex-wrap gap-2">
        {quick.map(({ cents, label }) => {
          const text = amountText(cents, unit)
          return (
            <button
              key={cents}
              type="button"
              aria-pressed={value === text}
              onClick={() => onChange(text)}
              className={cx(
                'pressable tabular h-9 rounded-full border px-4 text-sm font-semibold pointer-coarse:h-11',
                value === text ? 'border-accent bg-accent/10 text-accent' : 'border-line bg-raised text-soft hover:border-line-strong hover:text-text',
              )}
            >
              {label}
            </button>
          )
        })}
      </div>
    </div>
  )
}
