import { createContext, use, useState, type ReactNode } from 'react'
import type { CoinUnit } from '@/lib/money'
import { readStored, writeStored } from '@/lib/stored'
import { CoinUnitContext } from '@/ui/Money'

const STORED_AS = 'coin_unit'

const ChooseContext = createContext<(unit: CoinUnit) => void>(() => undefined)

/** Writes every amount of a coin within `children` in the unit that the player types in; kept in the browser. */
export function ChosenCoinUnit({ children }: { children: ReactNode }) {
  const [unit, setUnit] = useState<CoinUnit>(() => (readStored(() => localStorage, STORED_AS) === 'small' ? 'small' : 'whole'))
  const choose = (next: CoinUnit) => {
    setUnit(next)
    writeStored(() => localStorage, STORED_AS, next)
  }
  return (
    <ChooseContext value={choose}>
      <CoinUnitContext value={unit}>{children}</CoinUnitContext>
    </ChooseContext>
  )
}

/** The unit in which coins are typed and written here, and how to change it. */
export function useCoinUnit(): [CoinUnit, (unit: CoinUnit) => void] {
  return [use(CoinUnitContext), use(ChooseContext)]
}
