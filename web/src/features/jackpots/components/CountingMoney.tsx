import { useEffect, useRef, useState } from 'react'
import { useMediaQuery } from '@/platform/useMediaQuery'
import { Money } from '@/ui/Money'
import { amountAt } from '../model/counting'

/** An amount that counts up to where it is; readers are told the figure alone. */
export function CountingMoney({ amountCents, currency, className }: { amountCents: number; currency: string; className?: string }) {
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)')
  const [shown, setShown] = useState(amountCents)
  const last = useRef(amountCents)
  useEffect(() => {
    const from = last.current
    if (isStill || amountCents <= from) {
      last.current = amountCents
      setShown(amountCents)
      return
    }
    const began = performance.now()
    let frame = 0
    const step = (now: number) => {
      const amount = amountAt(from, amountCents, now - began)
      last.current = amount
      setShown(amount)
      if (amount < amountCents) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [amountCents, isStill])
  return <Money amountCents={shown} currency={currency} won className={className} />
}
