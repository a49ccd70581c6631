import type { ReactNode } from 'react'
import { Dialog } from '@/ui/Dialog'
import { AuthAside } from './AuthAside'

interface AuthFrameProps {
  title: string
  /** A line under the title. */
  lead?: ReactNode
  /** Whether it was opened for the sport page. */
  isSport?: boolean
  onClose: () => void
  children: ReactNode
}

/** The frame of what is asked before or beside an account: reasons to play on the left, the form on the right. */
export function AuthFrame({ title, lead, isSport, onClose, children }: AuthFrameProps) {
  return (
    <Dialog title={title} titleHidden="wide" onClose={onClose} size="l">
      <div className="grid md:min-h-[580px] md:grid-cols-[320px_1fr]">
        <AuthAside isSport={isSport} />
        <div className="px-5 pt-6 pb-[max(24px,env(safe-area-inset-bottom))] md:self-center md:px-10 md:py-9">
          <p aria-hidden="true" className="pr-12 font-display text-2xl font-semibold max-md:hidden">
            {title}
          </p>
          {lead && <p className="mt-1.5 text-sm text-soft">{lead}</p>}
          <div className="mt-6">{children}</div>
        </div>
      </div>
    </Dialog>
  )
}
