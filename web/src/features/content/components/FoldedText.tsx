import { useState } from 'react'
import { t } from '@/i18n/messages'
import { cx } from '@/lib/cx'
import { Button } from '@/ui/Button'
import { useSnippet } from '../api/snippets'
import { RichText } from './RichText'

/** The house's text for a place, of which the first lines stand open; nothing where it has none. */
export function FoldedText({ place }: { place: string }) {
  const [isOpen, setOpen] = useState(false)
  const html = useSnippet(place)
  if (html === undefined) return null
  return (
    <section className="max-w-3xl">
      <div
        inert={!isOpen}
        className={cx(!isOpen && 'max-h-[300px] overflow-hidden [mask-image:linear-gradient(#000_60%,transparent)]')}
      >
        <RichText html={html} />
      </div>
      <Button variant="ghost" onPress={() => setOpen(!isOpen)} aria-expanded={isOpen} className="mt-3">
        {t(isOpen ? 'folded.less' : 'folded.more')}
      </Button>
    </section>
  )
}
