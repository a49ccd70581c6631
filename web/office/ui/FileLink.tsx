import type { ReactNode } from 'react'
import { Icon } from '@/ui/Icon'

/** Saves the file at an address of the server. */
export function FileLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} download className="inline-flex items-center gap-2 rounded-s text-sm text-link underline-offset-4 hover:underline">
      <Icon name="install" size={16} />
      {children}
    </a>
  )
}
