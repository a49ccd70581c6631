import type { Ref } from 'react'
import { currentLocale, t } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { exampleText, isPlain, typedText } from '@/domain/typedAmount'
import { UnitSwitch } from '@/ui/ChosenCoinUnit'
import { useMoneyText } from '@/ui/Money'
import { TextField } from '@/ui/TextField'
import type { InputUnit } from '@/domain/money'
import type { AmountProblem } from '../model/amount'
import { useWorthText } from './useWorthText'

interface AmountFieldProps {
  value: string
  onChange: (text: string) => void
  unit: InputUnit
  /** All units that the currency can be typed in. */
  units: readonly InputUnit[]
  onUnit: (unit: InputUnit) => void
  currency: string
  problem: AmountProblem | undefined
  /** The subunits that the text was read as; null when it cannot be sent. */
  cents: number | null
  /** What the server said about the amount. */
  refusal: string | undefined
  quick: { cents: number; label: string }[]
  ref?: Ref<HTMLInputElement>
}

/** What is wrong with an amount, in words. */
function useProblemText(currency: string, unit: InputUnit): (problem: AmountProblem) => string {
  const money = useMoneyText()
  const example = () => exampleText(unit.decimals, currentLocale())
  return (problem) => {
    switch (problem.kind) {
      case 'empty':
        return t('cashbox.amount.empty')
      case 'no_amount':
        return t('cashbox.amount.no_amount', { example: example() })
      case 'ambiguous':
        return t('cashbox.amount.ambiguous', { example: example() })
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
export function AmountField({ value, onChange, unit, units, onUnit, currency, problem, cents, refusal, quick, ref }: AmountFieldProps) {
  const problemText = useProblemText(currency, unit)
  const money = useMoneyText()
  const worth = useWorthText(cents, currency)
  return (
    <div>
      <TextField
        ref={ref}
        label={t('cashbox.amount')}
        value={value}
        onChange={onChange}
        inputMode="decimal"
        autoComplete="off"
        isRequired
        error={problem ? problemText(problem) : refusal}
        // Says how separators were understood before anything is sent.
        help={
          [cents !== null && !isPlain(value, currentLocale()) && t('cashbox.amount.understood', { amount: money(cents, currency) }), worth]
            .filter(Boolean)
            .join(' · ') || undefined
        }
        after={<UnitSwitch unit={unit} units={units} onUnit={onUnit} />}
        inputClassName="h-14 font-display text-2xl font-semibold tabular-nums"
      />
      <div role="group" aria-label={t('cashbox.quick_amounts')} className="mt-3 flex flex-wrap gap-2">
        {quick.map(({ cents: chosen, label }) => {
          const text = typedText(chosen, unit, currentLocale())
          return (
            <button
              key={chosen}
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
