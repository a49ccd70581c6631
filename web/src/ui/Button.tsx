import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { buttonClass, type ButtonLook } from './buttonStyle'
import { Icon, type IconName } from './Icon'
import { Spinner } from './Spinner'

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children' | 'isPending'>, ButtonLook {
  children: ReactNode
  icon?: IconName
  /** Shows a spinner and takes no press while its action runs; the button keeps its width and focus. */
  pending?: boolean
  className?: string
  ref?: Ref<HTMLButtonElement>
}

/** Does something on this page. What leads to another page is a `ButtonLink`. */
export function Button({ children, icon, pending = false, variant, size, wide, className, ...props }: ButtonProps) {
  return (
    <AriaButton {...props} isPending={pending} className={buttonClass({ variant, size, wide }, className)}>
      {pending && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner size={20} />
        </span>
      )}
      <span className={pending ? 'invisible contents *:invisible' : 'contents'}>
        {icon && <Icon name={icon} filled={icon === 'play'} />}
        <span>{children}</span>
      </span>
    </AriaButton>
  )
}
