import { useEffect, useRef } from 'react'
import { cx } from '@/platform/cx'
import { idleQueue } from '@/platform/idle'
import { CURTAINS, drawCurtain, type Curtain } from '../model/aurora'

const WIDTH = 160
const HEIGHT = 60

/** Each curtain sways in a time of its own, so that the sky never repeats itself in sight. */
const SWAYS = ['[animation-duration:31s]', '[animation-duration:23s] [animation-direction:alternate-reverse]', '[animation-duration:17s] [animation-delay:-6s]']

/**
 * Northern lights behind the hero. The first frame is CSS; then each curtain is drawn once, and only moved by the
 * compositor, so that the sky takes no time from what the visitor does.
 */
export function Aurora() {
  return (
    <div
      aria-hidden="true"
      className="absolute inset-0 overflow-hidden bg-[radial-gradient(60%_90%_at_20%_0%,color-mix(in_srgb,var(--glow-near)_22%,transparent),transparent),radial-gradient(50%_80%_at_60%_0%,color-mix(in_srgb,var(--glow-middle)_20%,transparent),transparent),radial-gradient(50%_80%_at_95%_10%,color-mix(in_srgb,var(--glow-far)_24%,transparent),transparent)]"
    >
      {CURTAINS.map((curtain, place) => (
        <CurtainOfLight key={place} curtain={curtain} className={SWAYS[place]} />
      ))}
    </div>
  )
}

/** The brand's colour of a curtain's light, as the page resolves it. */
function lightOf(canvas: HTMLCanvasElement, { glow }: Curtain): string {
  return getComputedStyle(canvas).getPropertyValue(`--glow-${glow}`).trim()
}

function CurtainOfLight({ curtain, className }: { curtain: Curtain; className?: string | undefined }) {
  const ref = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const canvas = ref.current
    if (!canvas) return
    let isWanted = true
    void idleQueue().then(() => {
      const context = isWanted && canvas.getContext('2d')
      if (!context) return
      context.clearRect(0, 0, WIDTH, HEIGHT)
      drawCurtain(context, WIDTH, HEIGHT, curtain, lightOf(canvas, curtain))
      canvas.dataset.lit = ''
    })
    return () => {
      isWanted = false
    }
  }, [curtain])
  return (
    <div
      className={cx(
        'absolute inset-y-0 -inset-x-[12%] animate-sway group-data-resting/carousel:[animation-play-state:paused] motion-reduce:animate-none',
        className,
      )}
    >
      <canvas ref={ref} width={WIDTH} height={HEIGHT} className="size-full opacity-0 transition-opacity duration-1000 data-lit:opacity-100" />
    </div>
  )
}
