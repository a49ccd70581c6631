import { use, useState, useSyncExternalStore, type ReactNode } from 'react'
import { currentLocale, t } from '@/i18n/messages'
import { inputUnits, type CoinUnit, type InputUnit } from '@/domain/money'
import { readStored, writeStored } from '@/platform/stored'
import { retypedText } from '@/domain/typedAmount'
import { CoinUnitContext, CurrenciesContext } from './Money'

const STORED_AS = 'coin_unit'

/** What the player has chosen; null for nothing yet, undefined before anybody has asked. */
let chosen: CoinUnit | null | undefined
const listeners = new Set<() => void>()

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(): CoinUnit | null {
  if (chosen === undefined) {
    const stored = readStored(() => localStorage, STORED_AS)
    chosen = stored === 'small' || stored === 'whole' ? stored : null
  }
  return chosen
}

function choose(unit: CoinUnit): void {
  chosen = unit
  writeStored(() => localStorage, STORED_AS, unit)
  for (const listener of listeners) listener()
}

interface ChosenCoinUnitProps {
  /** The unit as long as the player has chosen none. */
  unchosen: CoinUnit
  children: ReactNode
}

/** Writes every amount of a coin within `children` in the unit that the player types in: all such places follow one choice. */
export function ChosenCoinUnit({ unchosen, children }: ChosenCoinUnitProps) {
  return <CoinUnitContext value={useSyncExternalStore(listen, read) ?? unchosen}>{children}</CoinUnitContext>
}

/** The unit in which amounts of a currency are typed here, all that it can be typed in, and how to choose one. */
export function useInputUnit(currency: string) {
  const units = inputUnits(currency, use(CurrenciesContext))
  const coinUnit = use(CoinUnitContext)
  return {
    units,
    unit: (coinUnit === 'small' ? units[1] : undefined) ?? units[0],
    chooseUnit: (unit: InputUnit) => choose(unit.label === units[0].label ? 'whole' : 'small'),
  }
}

/**
 * Keeps what a typed amount is worth when the unit changes, wherever that is chosen: another form or page may do it while this
 * one is open. An amount in another currency is a new one.
 */
export function useRetyped(currency: string, unit: InputUnit, text: string, setText: (text: string) => void): void {
  const [typedIn, setTypedIn] = useState({ currency, unit })
  if (typedIn.currency === currency && typedIn.unit.label === unit.label) return
  setTypedIn({ currency, unit })
  if (typedIn.currency === currency) setText(retypedText(text, typedIn.unit, unit, currentLocale()))
}

interface UnitSwitchProps {
  unit: InputUnit
  /** All units that the currency can be typed in. */
  units: readonly InputUnit[]
  onUnit: (unit: InputUnit) => void
}

/** The unit that is typed in, behind the field; a choice where there are several. */
export function UnitSwitch({ unit, units, onUnit }: UnitSwitchProps) {
  if (units.length < 2) return <span className="pr-3 text-sm font-semibold">{unit.label}</span>
  return (
    <span role="group" aria-label={t('cashbox.unit')} className="mr-2 flex gap-1 rounded-s bg-page/60 p-1">
      {units.map((one) => (
        <button
          key={one.label}
          type="button"
          aria-pressed={one.label === unit.label}
          onClick={() => onUnit(one)}
          className="pressable h-9 min-w-12 rounded-s px-2 text-sm font-semibold text-soft hover:text-text aria-pressed:bg-hover aria-pressed:text-text pointer-coarse:h-11"
        >
          {one.label}
        </button>
      ))}
    </span>
  )
}
