import { useMemo } from 'react'
import { tileArt } from './tileArt'

interface GeneratedHeroProps {
  identifier: string
  title: string
}

/** The wide art of a game that came without: the drawing of its tile at the right, which fades into its own colours. */
export function GeneratedHero({ identifier, title }: GeneratedHeroProps) {
  const art = useMemo(() => tileArt(identifier, title), [identifier, title])
  return (
    <span className="absolute inset-0 block" aria-hidden="true">
      <img src={art} alt="" decoding="async" className="absolute inset-0 size-full scale-125 object-cover blur-2xl" />
      <img
        src={art}
        alt=""
        decoding="async"
        className="absolute inset-y-0 right-0 h-full w-full object-cover object-[50%_32%] [mask-image:linear-gradient(270deg,#000_55%,transparent)] md:w-3/5"
      />
    </span>
  )
}
