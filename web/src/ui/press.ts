import type { ComponentProps, MouseEvent } from 'react'

/** What the kit's buttons take beside their looks. */
export interface PressProps extends Omit<ComponentProps<'button'>, 'children' | 'disabled' | 'onClick' | 'style'> {
  onPress?: (() => void) | undefined
  isDisabled?: boolean | undefined
}

/** The attributes of a plain button that is pressed by mouse, touch and keyboard alike. */
export function pressed({ onPress, isDisabled, type = 'button', ...rest }: PressProps): ComponentProps<'button'> {
  const onClick = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // Safari gives a clicked button no focus, and what opens over the page must know where to give it back.
    currentTarget.focus({ preventScroll: true })
    onPress?.()
  }
  return { ...rest, type, disabled: isDisabled, onClick }
}
