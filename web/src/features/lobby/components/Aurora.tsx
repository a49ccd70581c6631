import { useEffect, useRef } from 'react'
import { drawAurora } from '../model/aurora'

const WIDTH = 160
const HEIGHT = 60
/** The light changes slowly: fifteen frames a second look the same as sixty. */
const FRAME_MS = 66

/** Northern lights behind the hero. The first frame is CSS; the canvas takes over once the page is idle. */
export function Aurora() {
  const ref = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const canvas = ref.current
    const context = canvas?.getContext('2d')
    if (!canvas || !context) return
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    return still ? drawOnce(canvas, context) : animate(canvas, context)
  }, [])
  return (
    <div aria-hidden="true" className="absolute inset-0 overflow-hidden bg-[radial-gradient(60%_90%_at_20%_0%,rgb(61_245_167/0.22),transparent),radial-gradient(50%_80%_at_60%_0%,rgb(42_212_230/0.2),transparent),radial-gradient(50%_80%_at_95%_10%,rgb(139_92_255/0.24),transparent)]">
      <canvas ref={ref} width={WIDTH} height={HEIGHT} className="size-full opacity-0 blur-[10px] transition-opacity duration-1000 data-lit:opacity-100" />
    </div>
  )
}

function drawOnce(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D): void {
  drawAurora(context, WIDTH, HEIGHT, 0)
  canvas.dataset.lit = ''
}

/** Draws while the canvas is in view; returns how to stop. */
function animate(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D): () => void {
  let request = 0
  let drawnAt = 0
  const frame = (now: number) => {
    request = requestAnimationFrame(frame)
    if (now - drawnAt < FRAME_MS) return
    drawnAt = now
    drawAurora(context, WIDTH, HEIGHT, now / 1000)
    canvas.dataset.lit = ''
  }
  const observer = new IntersectionObserver(([entry]) => {
    cancelAnimationFrame(request)
    if (entry?.isIntersecting) request = requestAnimationFrame(frame)
  })
  observer.observe(canvas)
  return () => {
    observer.disconnect()
    cancelAnimationFrame(request)
  }
}
