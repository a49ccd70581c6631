import { useEffect, useState, useSyncExternalStore } from 'react'
import { t } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { Icon, type IconName } from './Icon'
import { IconButton } from './IconButton'

export type ToastKind = 'message' | 'successfully' | 'warning' | 'reject'

interface ToastOptions {
  /** A toast with an id that is on show already is replaced, not repeated. */
  id?: string
  /** Stays until closed by hand. */
  persistent?: boolean
}

interface Toast {
  id: string
  kind: ToastKind
  text: string
  persistent: boolean
}

const LIFETIME_MS = 10_000
const SHOWN_MAX = 5

let toasts: readonly Toast[] = []
let created = 0
const listeners = new Set<() => void>()

function set(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a text over the page, newest on top; one that says what another on show says takes its place. A `reject` is read out at once, others when there is time. */
export function showToast(kind: ToastKind, text: string, { id, persistent = false }: ToastOptions = {}): void {
  created += 1
  const toast = { id: id ?? `toast-${created}`, kind, text, persistent }
  set([toast, ...toasts.filter((other) => other.id !== toast.id && !(other.kind === kind && other.text === text))].slice(0, SHOWN_MAX))
}

export function closeToast(id: string): void {
  set(toasts.filter((toast) => toast.id !== id))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const LOOKS: Record<ToastKind, { icon: IconName; tone: string }> = {
  message: { icon: 'info', tone: 'text-info' },
  successfully: { icon: 'check', tone: 'text-success' },
  warning: { icon: 'warning', tone: 'text-warning' },
  reject: { icon: 'error', tone: 'text-danger' },
}

/** The list of toasts; stands once in the app. */
export function Toasts() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => toasts,
  )
  return (
    <section
      aria-label={t('toast.region')}
      // Stays within reach of readers and of presses while a modal hides the rest of the page.
      data-react-aria-top-layer="true"
      className="pointer-events-none fixed inset-x-4 top-[calc(var(--header-height)+12px)] z-60 flex flex-col items-center gap-2 md:right-6 md:left-auto md:items-end"
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (toast.persistent || held) return
    const timer = setTimeout(() => closeToast(toast.id), LIFETIME_MS)
    return () => clearTimeout(timer)
  }, [toast, held])
  const look = LOOKS[toast.kind]
  return (
    <div
      role={toast.kind === 'reject' ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex w-full max-w-96 animate-rise items-start gap-3 rounded-m border border-line bg-raised py-2 pr-2 pl-4 shadow-soft"
    >
      <Icon name={look.icon} size={22} className={cx('mt-[11px] shrink-0', look.tone)} />
      <p className="min-w-0 flex-1 py-[11px] text-sm text-text">{toast.text}</p>
      <IconButton icon="close" label={t('toast.close')} onPress={() => closeToast(toast.id)} size="s" className="mt-1" />
    </div>
  )
}
