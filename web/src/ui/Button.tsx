import type { MouseEvent, ReactNode } from 'react'
import { buttonClass, type ButtonLook } from './buttonStyle'
import { Icon, type IconName } from './Icon'
import { pressed, type PressProps } from './press'
import { Spinner } from './Spinner'

interface ButtonProps extends PressProps, ButtonLook {
  children: ReactNode
  icon?: IconName
  /** Shows a spinner and takes no press while its action runs; the button keeps its width and focus. */
  pending?: boolean
}

/** Does something on this page. What leads to another page is a `ButtonLink`. */
export function Button({ children, icon, pending = false, variant, size, wide, className, ...props }: ButtonProps) {
  return (
    <button
      {...pressed(props)}
      {...(pending && { 'aria-disabled': true, 'aria-busy': true, onClick: ignored })}
      className={buttonClass({ variant, size, wide }, className)}
    >
      {pending && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner size={20} />
        </span>
      )}
      <span className={pending ? 'contents *:opacity-0' : 'contents'}>
        {icon && <Icon name={icon} filled={icon === 'play'} />}
        <span>{children}</span>
      </span>
    </button>
  )
}

/** A button whose action runs neither starts it again nor sends its form. */
function ignored(event: MouseEvent): void {
  event.preventDefault()
}
