import { useEffect, useRef, useState } from 'react'
import { t } from '@/i18n/messages'
import { atRest } from '@/platform/atRest'
import { cx } from '@/platform/cx'
import { Button } from '@/ui/Button'
import { useSnippet } from '../api/snippets'
import { RichText } from './RichText'

/** As much of a long text stands open, in pixels. */
const OPEN_PX = 300

/** The operator's text for a place, of which the first lines stand open; nothing where it has none. */
export function FoldedText({ place }: { place: string }) {
  const html = useSnippet(place)
  return html === undefined ? null : <Folded html={html} />
}

function Folded({ html }: { html: string }) {
  const [isOpen, setOpen] = useState(false)
  const [text, isLong] = useIsLong()
  const isFolded = isLong && !isOpen
  return (
    <section className="max-w-3xl">
      <div
        ref={text}
        inert={isFolded}
        className={cx(!isOpen && 'max-h-[300px] overflow-hidden', isFolded && '[mask-image:linear-gradient(#000_60%,transparent)]')}
      >
        <RichText html={html} />
      </div>
      {isLong && (
        <Button variant="ghost" onPress={() => setOpen(!isOpen)} aria-expanded={isOpen} className="mt-3 -ml-5">
          {t(isOpen ? 'folded.less' : 'folded.more')}
        </Button>
      )}
    </section>
  )
}

/** Whether what the element holds is higher than what stands open, at the width that the window has now. */
function useIsLong() {
  const element = useRef<HTMLDivElement>(null)
  const [isLong, setIsLong] = useState(true)
  useEffect(() => {
    const measure = () => setIsLong((element.current?.scrollHeight ?? 0) > OPEN_PX)
    const resized = atRest(measure)
    measure()
    window.addEventListener('resize', resized.ask)
    return () => {
      resized.stop()
      window.removeEventListener('resize', resized.ask)
    }
  }, [])
  return [element, isLong] as const
}
