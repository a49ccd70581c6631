import type { ReactNode } from 'react'

interface SlideTextProps {
  title: ReactNode
  text: ReactNode
  /** Links that lead on. */
  children: ReactNode
  level?: 1 | 2
  /** Stands above the title. */
  lead?: ReactNode
}

/** The words of a slide, beside its picture on wide screens and below it on phones. */
export function SlideText({ title, text, children, level = 2, lead }: SlideTextProps) {
  const Title = `h${level}` as const
  return (
    <div className="relative flex h-full flex-col justify-end p-6 pb-16 sm:max-w-[53%] sm:justify-center sm:pr-0 sm:pb-6 md:p-10 lg:max-w-[50%] xl:max-w-[640px] xl:p-12">
      {lead}
      <Title className="text-[30px] leading-[37px] font-bold lg:text-[44px] lg:leading-[52px]">{title}</Title>
      <div className="mt-3 text-soft lg:text-lg">{text}</div>
      <div className="mt-6 flex flex-wrap gap-3">{children}</div>
    </div>
  )
}
