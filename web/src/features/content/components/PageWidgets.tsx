import { Icon, isIconName } from '@/ui/Icon'
import type { Widgets } from '../model/widgets'
import { AwardsList } from './AwardsList'

/** What a page brings along beside its text: points in a few words, and awards. */
export function PageWidgets({ widgets: { points = [], awards = [] } }: { widgets: Widgets }) {
  return (
    <>
      {points.length > 0 && (
        <ul className="mt-10 grid gap-4 sm:grid-cols-3">
          {points.map((point) => (
            <li key={point.title} className="rounded-l border border-line bg-surface p-5">
              <Icon name={isIconName(point.icon) ? point.icon : 'sparkle'} size={24} className="text-accent" />
              <h2 className="mt-3 text-base font-semibold">{point.title}</h2>
              <p className="mt-1 text-sm text-soft">{point.text}</p>
            </li>
          ))}
        </ul>
      )}
      <AwardsList awards={awards} />
    </>
  )
}
