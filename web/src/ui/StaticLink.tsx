import { useRouter, type AnyRouter } from '@tanstack/react-router'
import { useRef, type AnchorHTMLAttributes, type MouseEvent } from 'react'

/** A pointer that rests this long on a link means it. */
const INTENT_MS = 50

interface StaticLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Path of a page of this site without the language, with its query. */
  to: string
}

/** `to` as the address bar shows it: behind the language. */
function addressOf(router: AnyRouter, to: string): string {
  const base = router.basepath === '/' ? '' : router.basepath
  return base + to
}

/**
 * A link for places that have hundreds of them. Unlike the router's own it does not know whether it leads to the
 * page on show, so a change of the address costs it nothing; it loads its page when it is pointed at, as those do.
 */
export function StaticLink({ to, onClick, children, ...props }: StaticLinkProps) {
  const router = useRouter()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const href = addressOf(router, to)
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const opensElsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (event.defaultPrevented || opensElsewhere) return
    event.preventDefault()
    clearTimeout(timer.current)
    void router.navigate({ href })
  }
  const mean = () => {
    clearTimeout(timer.current)
    // What cannot be loaded ahead is loaded, and told, when the link is followed.
    timer.current = setTimeout(() => void router.preloadRoute({ to: to.split('?')[0] as '/' }).catch(() => undefined), INTENT_MS)
  }
  const forget = () => clearTimeout(timer.current)
  return (
    <a {...props} href={href} onClick={open} onPointerEnter={mean} onPointerLeave={forget} onFocus={mean} onBlur={forget}>
      {children}
    </a>
  )
}
