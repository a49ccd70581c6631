import { Icon, isIconName } from '@/ui/Icon'
import type { Widgets } from '../model/widgets'

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
      {awards.length > 0 && (
        <ul className="mt-10 grid gap-4 sm:grid-cols-2">
          {awards.map((award) => (
            <li key={`${award.name} ${award.nomination} ${award.year}`} className="flex items-center gap-4 rounded-l border border-line bg-surface p-5">
              <img src={award.imgUrl} alt="" width={64} height={64} loading="lazy" className="size-16 shrink-0 object-contain" />
              <div className="min-w-0">
                <p className="text-xs text-muted">
                  {award.name}, {award.year}
                </p>
                <p className="mt-1 font-semibold">{award.nomination}</p>
                <p className="text-sm text-soft">{award.prize}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
