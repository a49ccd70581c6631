import { Skeleton } from '@/ui/Skeleton'

/** Exactly the size of a tile. */
export function TileSkeleton({ still = false }: { still?: boolean }) {
  return (
    <div>
      <Skeleton still={still} className="aspect-3/4 w-full" />
      <Skeleton still={still} className="mt-[14px] h-3 w-3/4 rounded-s" />
      <Skeleton still={still} className="mt-2 mb-[3px] h-2.5 w-1/2 rounded-s" />
    </div>
  )
}
