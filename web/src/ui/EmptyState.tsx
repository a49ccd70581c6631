import type { ReactNode } from 'react'

interface EmptyStateProps {
  drawing: ReactNode
  title: string
  text?: string
  /** One way on. */
  action?: ReactNode
  /** Level of the title, by where it stands on the page. */
  level?: 1 | 2 | 3
}

/** What a place looks like that has nothing to show: a drawing, a sentence, one action. */
export function EmptyState({ drawing, title, text, action, level = 2 }: EmptyStateProps) {
  const Title = `h${level}` as const
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-10 text-center">
      {drawing}
      <Title className="mt-6 text-xl font-semibold">{title}</Title>
      {text && <p className="mt-2 text-soft">{text}</p>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  )
}
