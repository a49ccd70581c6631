import type { ComponentProps, MouseEvent } from 'react'

/** What the kit's buttons take beside their looks. */
export interface PressProps extends Omit<ComponentProps<'button'>, 'children' | 'disabled' | 'onClick' | 'style'> {
  onPress?: (() => void) | undefined
  isDisabled?: boolean | undefined
}

/** The attributes of a plain button that is pressed by mouse, touch and keyboard alike. */
export function pressed({ onPress, isDisabled, type = 'button', ...rest }: PressProps): ComponentProps<'button'> {
  const outer: ComponentProps<'button'> = rest
  const onClick = (event: MouseEvent<HTMLButtonElement>) => {
    // A trigger of the kit, such as that of a menu, opens with the press and has the focus where it belongs by now.
    if (outer.onClick) outer.onClick(event)
    // Safari gives a clicked button no focus, and what opens over the page must know where to give it back.
    else event.currentTarget.focus({ preventScroll: true })
    onPress?.()
  }
  return { ...rest, type, disabled: isDisabled, onClick }
}
