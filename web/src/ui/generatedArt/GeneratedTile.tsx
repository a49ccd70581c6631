import { useMemo } from 'react'
import { cx } from '@/platform/cx'
import { tileArt } from './tileArt'

interface GeneratedTileProps {
  identifier: string
  title: string
}

/** Longer titles are set smaller, so that they stay on three lines. */
function sizeOf(title: string): string {
  const longestWord = Math.max(...title.split(/\s+/).map((word) => word.length))
  if (longestWord > 10 || title.length > 26) return 'text-[9cqw]'
  return longestWord > 7 || title.length > 16 ? 'text-[12cqw]' : 'text-[15cqw]'
}

/** The tile of a game that came without art: a drawing of its own, with the title as lettering. */
export function GeneratedTile({ identifier, title }: GeneratedTileProps) {
  const art = useMemo(() => tileArt(identifier, title), [identifier, title])
  return (
    <span className="absolute inset-0 block [container-type:inline-size]" aria-hidden="true">
      <img src={art} alt="" decoding="async" className="absolute inset-0 size-full object-cover" />
      <span
        dir="auto"
        className={cx(
          'absolute inset-x-[6%] bottom-[6%] line-clamp-3 text-center font-display leading-[1.06] font-bold tracking-tight text-balance wrap-break-word text-[#fff] [text-shadow:0_0.05em_0_rgb(0_0_0/0.55),0_0.12em_0.3em_rgb(0_0_0/0.7)]',
          sizeOf(title),
        )}
      >
        {title}
      </span>
    </span>
  )
}
