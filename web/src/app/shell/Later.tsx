import { startTransition, useEffect, useState, type ReactNode } from 'react'
import { Part } from '@/ui/Part'

/** Keeps what nobody needs at first away from the first look at the page: it comes after `ms`, in small steps. */
export function Later({ ms, children }: { ms: number; children: ReactNode }) {
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setIsDue(true)), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isDue && <Part>{children}</Part>
}
