import { Skeleton } from '@/ui/Skeleton'

/** The shape of the list before it is known. */
export function NotificationSkeleton() {
  return (
    <div className="space-y-5 py-5">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex gap-3.5">
          <Skeleton className="size-10 shrink-0 rounded-full" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="h-9 w-full" />
          </div>
        </div>
      ))}
    </div>
  )
}
