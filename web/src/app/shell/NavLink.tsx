import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { currentOf } from './navigation'

interface NavLinkProps {
  to: string
  className: string
  children: ReactNode
  onClick?: () => void
  title?: string
}

/** A link of the navigation, to another site or within this one: then it knows whether the page on show is its own or of its family. */
export function NavLink(props: NavLinkProps) {
  return props.to.startsWith('https:') ? <LinkOut {...props} /> : <LinkIn {...props} />
}

function LinkOut({ to, children, ...props }: NavLinkProps) {
  return (
    <a href={to} {...props}>
      {children}
    </a>
  )
}

function LinkIn({ to, ...props }: NavLinkProps) {
  const current = useLocation({ select: ({ pathname }) => currentOf(to, pathname) })
  return <Link to={to} activeOptions={{ exact: true }} aria-current={current} {...props} />
}
