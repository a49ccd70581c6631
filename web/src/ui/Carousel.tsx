import { useEffect, useRef, useState, type ReactNode } from 'react'
import { t } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { useMediaQuery } from '@/platform/useMediaQuery'
import { IconButton } from './IconButton'

const SLIDE_MS = 10_000

interface CarouselProps {
  /** What the slides have in common, for readers. */
  label: string
  slides: { id: string; content: ReactNode }[]
  /** The height of the slides. */
  className: string
}

/** Slides side by side, one in sight. They change by themselves until the visitor takes over; `data-resting` tells it. */
export function Carousel({ label, slides, className }: CarouselProps) {
  const { track, index, show, playing, setPlaying } = useSlides(slides.length)
  return (
    <section aria-roledescription="carousel" aria-label={label} data-resting={playing ? undefined : ''} className="group/carousel relative">
      <ul
        ref={track}
        className={cx('no-scrollbar flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain rounded-l border border-line/70 bg-surface', className)}
      >
        {slides.map((slide, at) => (
          <li
            key={slide.id}
            aria-roledescription="slide"
            aria-label={t('carousel.slide', { at: at + 1, of: slides.length })}
            inert={at !== index}
            className="relative w-full shrink-0 snap-start snap-always overflow-hidden"
          >
            {slide.content}
          </li>
        ))}
      </ul>
      {slides.length > 1 && (
        <div className="absolute right-3 bottom-3 flex items-center gap-1 rounded-full bg-surface/75 pr-1 pl-3 backdrop-blur-md md:right-5 md:bottom-5">
          {slides.map((slide, at) => (
            <button
              key={slide.id}
              type="button"
              aria-label={t('carousel.slide', { at: at + 1, of: slides.length })}
              aria-current={at === index}
              onClick={() => show(at)}
              className="group grid h-9 w-6 place-items-center pointer-coarse:h-11"
            >
              <span
                className={cx('h-1.5 rounded-full transition-all duration-(--motion)', at === index ? 'w-5 bg-accent' : 'w-1.5 bg-text/60 group-hover:bg-text')}
              />
            </button>
          ))}
          <IconButton
            icon={playing ? 'pause' : 'play'}
            size="s"
            label={t(playing ? 'carousel.pause' : 'carousel.resume')}
            onPress={() => setPlaying(!playing)}
          />
        </div>
      )}
    </section>
  )
}

function useSlides(count: number) {
  const track = useRef<HTMLUListElement>(null)
  const [index, setIndex] = useState(0)
  const wantsRest = useMediaQuery('(prefers-reduced-motion: reduce)')
  const [chosen, setPlaying] = useState<boolean | null>(null)
  const playing = chosen ?? !wantsRest
  const scrollTo = (at: number) => {
    const element = track.current
    element?.scrollTo({ left: at * element.clientWidth, behavior: 'smooth' })
  }
  useEffect(() => {
    const element = track.current
    if (!element) return
    const follow = () => setIndex(Math.round(element.scrollLeft / Math.max(1, element.clientWidth)))
    const rest = () => setPlaying(false)
    element.addEventListener('scroll', follow, { passive: true })
    element.addEventListener('pointerdown', rest)
    element.addEventListener('focusin', rest)
    return () => {
      element.removeEventListener('scroll', follow)
      element.removeEventListener('pointerdown', rest)
      element.removeEventListener('focusin', rest)
    }
  }, [])
  useEffect(() => {
    if (!playing || count < 2) return
    const timer = setTimeout(() => scrollTo((index + 1) % count), SLIDE_MS)
    return () => clearTimeout(timer)
  }, [playing, index, count])
  const show = (at: number) => {
    setPlaying(false)
    scrollTo(at)
  }
  return { track, index, show, playing, setPlaying }
}
