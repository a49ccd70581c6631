import { useEffect, useRef } from 'react'
import { cx } from '@/lib/cx'
import { idleTurn } from '@/lib/idle'
import { CURTAINS, drawCurtain, type Curtain } from '../model/aurora'

const WIDTH = 160
const HEIGHT = 60

/** Each curtain sways in a time of its own, so that the sky never repeats itself in sight. */
const SWAYS = [
  '[animation-duration:31s]',
  '[animation-duration:23s] [animation-direction:alternate-reverse]',
  '[animation-duration:17s] [animation-delay:-6s]',
]

/**
 * Northern lights behind the hero. The first frame is CSS; then each curtain is drawn once, and only moved by the
 * compositor, so that the sky takes no time from what the visitor does.
 */
export function Aurora() {
  return (
    <div
      aria-hidden="true"
      className="absolute inset-0 overflow-hidden bg-[radial-gradient(60%_90%_at_20%_0%,rgb(61_245_167/0.22),transparent),radial-gradient(50%_80%_at_60%_0%,rgb(42_212_230/0.2),transparent),radial-gradient(50%_80%_at_95%_10%,rgb(139_92_255/0.24),transparent)]"
    >
      {CURTAINS.map((curtain, place) => (
        <CurtainOfLight key={place} curtain={curtain} className={SWAYS[place]} />
      ))}
    </div>
  )
}

function CurtainOfLight({ curtain, className }: { curtain: Curtain; className?: string | undefined }) {
  const ref = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const canvas = ref.current
    if (!canvas) return
    let isWanted = true
    void idleTurn().then(() => {
      const context = isWanted && canvas.getContext('2d')
      if (!context) return
      context.clearRect(0, 0, WIDTH, HEIGHT)
      drawCurtain(context, WIDTH, HEIGHT, curtain)
      canvas.dataset.lit = ''
    })
    return () => {
      isWanted = false
    }
  }, [curtain])
  return (
    <div className={cx('absolute inset-y-0 -inset-x-[12%] animate-sway group-data-resting/carousel:[animation-play-state:paused] motion-reduce:animate-none', className)}>
      <canvas ref={ref} width={WIDTH} height={HEIGHT} className="size-full opacity-0 transition-opacity duration-1000 data-lit:opacity-100" />
    </div>
  )
}
