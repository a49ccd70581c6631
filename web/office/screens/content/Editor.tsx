import { lazy, Suspense, type ComponentProps } from 'react'
import { Skeleton } from '@/ui/Skeleton'

const CodeEditor = lazy(async () => ({ default: (await import('./CodeEditor')).CodeEditor }))

/** The editor, brought when a text is first opened. */
export function Editor(props: ComponentProps<typeof CodeEditor>) {
  return (
    <Suspense fallback={<Skeleton className="h-80 w-full" />}>
      <CodeEditor {...props} />
    </Suspense>
  )
}
