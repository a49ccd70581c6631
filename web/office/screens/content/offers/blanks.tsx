import { useState, type ReactNode } from 'react'
import { currentLocale } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { readAmount, typedText } from '@/domain/typedAmount'
import { useCurrencies } from '../../../api/currencies'
import { t, type OfficeKey } from '../../../i18n/texts'
import { UNREAD } from './offerModel'

/** How a blank of a sentence looks. */
export const BLANK =
  'mx-0.5 inline-block h-8 rounded-s border border-line-strong bg-page/70 px-2 text-sm font-medium text-text hover:border-text aria-invalid:border-danger disabled:border-line disabled:opacity-70 pointer-coarse:h-11'

interface BlankProps<Value> {
  label: string
  value: Value
  onChange: (value: Value) => void
  /** Of somebody who only reads. */
  isDisabled: boolean
}

interface SentenceProps {
  /** A text whose placeholders are blanks. */
  text: OfficeKey
  blanks: Record<string, ReactNode>
}

/** A sentence with blanks in it, in the order of the language. */
export function Sentence({ text, blanks }: SentenceProps) {
  const marks = Object.fromEntries(Object.keys(blanks).map((name) => [name, `\u2060${name}\u2060`]))
  const parts = t(text, marks).split('\u2060')
  // Odd parts are the names between marks.
  return (
    <p className="text-base leading-10 text-soft">
      {parts.map((part, place) => (
        // A sentence has the same parts in the same places however it is filled in.
        <span key={`${String(place)} ${part}`}>{place % 2 === 1 ? blanks[part] : part}</span>
      ))}
    </p>
  )
}

/** A word that is typed. */
export function TextBlank({ label, value, onChange, isDisabled, list }: BlankProps<string> & { list?: string }) {
  return (
    <input
      aria-label={label}
      value={value}
      disabled={isDisabled}
      list={list}
      autoComplete="off"
      onChange={({ target }) => onChange(target.value)}
      className={cx(BLANK, 'w-40')}
    />
  )
}

/** A whole number; null where nothing is typed and `canBeEmpty`. */
export function NumberBlank({
  label,
  value,
  onChange,
  isDisabled,
  canBeEmpty = false,
  placeholder,
}: BlankProps<number | null> & { canBeEmpty?: boolean; placeholder?: string }) {
  const [typed, setTyped] = useState(() => (value === null || value === UNREAD ? '' : String(value)))
  const change = (text: string) => {
    setTyped(text)
    const plain = text.trim()
    if (plain === '' && canBeEmpty) onChange(null)
    else onChange(/^\d{1,15}$/.test(plain) ? Number(plain) : UNREAD)
  }
  return (
    <input
      aria-label={label}
      inputMode="numeric"
      autoComplete="off"
      value={typed}
      placeholder={placeholder}
      disabled={isDisabled}
      aria-invalid={value === UNREAD}
      onChange={({ target }) => change(target.value)}
      className={cx(BLANK, 'tabular w-20 text-right')}
    />
  )
}

/** An amount of money in a currency, in subunits; null where nothing is typed and `canBeEmpty`. */
export function AmountBlank({
  label,
  value,
  onChange,
  isDisabled,
  currency,
  canBeEmpty = false,
}: BlankProps<number | null> & { currency: string; canBeEmpty?: boolean }) {
  const unit = useUnit(currency)
  const [typed, setTyped] = useState(() => (value === null || value === UNREAD ? '' : typedText(value, unit, currentLocale())))
  const change = (text: string) => {
    setTyped(text)
    const read = readAmount(text, unit, currentLocale())
    if (text.trim() === '' && canBeEmpty) onChange(null)
    else onChange('cents' in read ? read.cents : UNREAD)
  }
  return (
    <span className="whitespace-nowrap">
      <input
        aria-label={label}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        placeholder={canBeEmpty ? '–' : undefined}
        disabled={isDisabled}
        aria-invalid={value === UNREAD}
        onChange={({ target }) => change(target.value)}
        className={cx(BLANK, 'tabular w-28 text-right')}
      />
      {currency}
    </span>
  )
}

/** What one typed stands for in a currency. */
function useUnit(currency: string): { subunits: number; decimals: number } {
  const subunits = useCurrencies().find(({ code }) => code === currency)?.subunits_to_unit ?? 1
  return { subunits, decimals: String(subunits).length - 1 }
}

interface ChoiceBlankProps<Value extends string> extends BlankProps<Value> {
  choices: readonly { value: Value; label: string }[]
}

/** One of a few words. */
export function ChoiceBlank<Value extends string>({ label, value, onChange, isDisabled, choices }: ChoiceBlankProps<Value>) {
  return (
    <select
      aria-label={label}
      value={value}
      disabled={isDisabled}
      onChange={({ target }) => {
        const chosen = choices.find((choice) => choice.value === target.value)
        if (chosen) onChange(chosen.value)
      }}
      className={BLANK}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  )
}

/** A moment in the member's time zone; null where none is chosen. */
export function MomentBlank({ label, value, onChange, isDisabled }: BlankProps<string | null>) {
  return (
    <input
      type="datetime-local"
      aria-label={label}
      value={value === null ? '' : localText(value)}
      disabled={isDisabled}
      onChange={({ target }) => onChange(target.value === '' ? null : new Date(target.value).toISOString())}
      className={BLANK}
    />
  )
}

/** An instant as a field of local time takes it. */
export function localText(instant: string): string {
  const date = new Date(instant)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
