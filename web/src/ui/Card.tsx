import { useId, type ReactNode } from 'react'

interface CardProps {
  title: string
  /** A sentence under the title. */
  text?: string
  children: ReactNode
}

/** A part of a page of settings, with a title of its own. */
export function Card({ title, text, children }: CardProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-l border border-line bg-surface p-5 md:p-7">
      <h2 id={id} className="text-xl font-semibold">
        {title}
      </h2>
      {text && <p className="mt-1 text-sm text-soft">{text}</p>}
      <div className="mt-5">{children}</div>
    </section>
  )
}
