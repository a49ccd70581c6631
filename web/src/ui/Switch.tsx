import { useId, type ReactNode } from 'react'
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from 'react-aria-components/Switch'

export interface SwitchProps extends Omit<AriaSwitchProps, 'children' | 'className' | 'style'> {
  children: ReactNode
  /** What it means, below the label. */
  help?: string
}

/** Something that is on or off at once, with its sentence as the label. */
export function Switch({ children, help, ...props }: SwitchProps) {
  const helpId = useId()
  return (
    <div>
      <AriaSwitch
        {...props}
        aria-describedby={help ? helpId : undefined}
        className="group flex min-h-11 cursor-pointer items-center gap-3 py-1 text-sm font-medium data-disabled:cursor-default data-disabled:opacity-60"
      >
        <span className="pressable flex h-7 w-12 shrink-0 items-center rounded-full border border-line-strong bg-page/70 p-0.5 group-hover:border-text group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-focus group-data-selected:border-accent group-data-selected:bg-accent">
          <span className="size-5 rounded-full bg-text transition-transform group-data-selected:translate-x-5 group-data-selected:bg-on-accent motion-reduce:transition-none" />
        </span>
        <span>{children}</span>
      </AriaSwitch>
      {help && (
        <p id={helpId} className="mt-1 text-sm text-soft">
          {help}
        </p>
      )}
    </div>
  )
}
