import { Skeleton } from '@/ui/Skeleton'
import { TileSkeleton } from './TileSkeleton'

/** Phones show two lines of two tiles, wider windows one line of three. */
const TILES = [0, 1, 2, 3]

/** Exactly the size of a `Showcase`. Light: the first window may show it before the showcase itself is read. */
export function ShowcaseSkeleton({ title }: { title: string }) {
  return (
    <section aria-busy="true">
      <header className="mb-4 flex min-h-9 items-center pointer-coarse:min-h-11">
        <h2 className="text-xl font-semibold">{title}</h2>
      </header>
      <div aria-hidden="true" className="grid gap-x-5 gap-y-6 xl:grid-cols-[1.02fr_1fr]">
        <Skeleton className="min-h-[380px] rounded-l xl:min-h-0" />
        <ul className="grid grid-cols-2 gap-x-3 gap-y-6 sm:grid-cols-3 md:gap-x-5">
          {TILES.map((place) => (
            <li key={place} className={place === TILES.at(-1) ? 'sm:hidden' : undefined}>
              <TileSkeleton />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
