import type { ReactNode } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'

/** A few words about the control it wraps, on hover and on keyboard focus. The control is a kit button. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <TooltipTrigger delay={400} closeDelay={80}>
      {children}
      <AriaTooltip offset={8} className="z-50 max-w-64 animate-fade rounded-s border border-line bg-raised px-3 py-2 text-xs text-soft shadow-soft">
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
