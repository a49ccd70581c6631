import { useEffect, useState } from 'react'
import { currentLocale } from '@/i18n/messages'

const TICK_MS = 15_000

/** The visitor's own time of day, brought up to date every fifteen seconds. */
export function LocalTime({ className }: { className?: string }) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const text = now.toLocaleTimeString(currentLocale(), { timeStyle: 'short' })
  return <time className={`tabular ${className ?? ''}`}>{text}</time>
}
