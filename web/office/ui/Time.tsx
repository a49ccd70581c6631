import { dateTimeText } from '@/i18n/names'

/** A moment in the reader's own zone; the server's writing of it is told on a closer look. */
export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={at} className="whitespace-nowrap">
      {dateTimeText(at)}
    </time>
  )
}
