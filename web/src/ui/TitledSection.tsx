import { useId, type ReactNode } from 'react'

/** A part of a page under a heading of the second level, which names it. */
export function TitledSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-xl font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}
