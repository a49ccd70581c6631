import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'
import { buttonClass, type ButtonLook } from './buttonStyle'
import { Icon, type IconName } from './Icon'

type AnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }

function StyledAnchor({ variant, size, wide, icon, className, children, ...props }: AnchorProps & ButtonLook & { icon?: IconName }) {
  return (
    <a {...props} className={buttonClass({ variant, size, wide }, className)}>
      {icon && <Icon name={icon} filled={icon === 'play'} />}
      <span>{children}</span>
    </a>
  )
}

/** A link to another page that looks like a button. */
export const ButtonLink = createLink(StyledAnchor)

function TextAnchor({ className = '', children, ...props }: AnchorProps) {
  return (
    <a {...props} className={`rounded-s text-link underline-offset-4 hover:underline ${className}`}>
      {children}
    </a>
  )
}

/** A link within text. */
export const TextLink = createLink(TextAnchor)
