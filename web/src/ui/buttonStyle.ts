import { cx } from '@/platform/cx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 's' | 'm' | 'l'

export interface ButtonLook {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Takes the width of what holds it. */
  wide?: boolean
}

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent shadow-[inset_0_1px_0_rgb(255_255_255/0.35)] hover:bg-accent-hover hover:shadow-aurora',
  secondary: 'border border-line bg-hover text-text hover:border-line-strong hover:bg-line',
  ghost: 'text-soft hover:bg-hover hover:text-text',
  danger: 'border border-danger/50 bg-danger/10 text-danger-text hover:bg-danger/20',
}

const SIZES: Record<ButtonSize, string> = {
  s: 'h-9 px-4 text-sm pointer-coarse:h-11',
  m: 'h-11 px-5 text-base',
  l: 'h-13 px-7 text-lg',
}

/** Classes of everything that looks like a button, whether it acts or leads somewhere. */
export function buttonClass({ variant = 'primary', size = 'm', wide = false }: ButtonLook, className?: string): string {
  return cx(
    'pressable relative inline-flex shrink-0 items-center justify-center gap-2 rounded-m font-sans font-semibold whitespace-nowrap select-none',
    'active:scale-[0.98] disabled:cursor-not-allowed disabled:opacity-45 data-disabled:cursor-not-allowed data-disabled:opacity-45',
    VARIANTS[variant],
    SIZES[size],
    wide && 'w-full',
    className,
  )
}
