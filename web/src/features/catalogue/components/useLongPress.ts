import { useEffect, useRef, useState, type MouseEvent, type PointerEvent, type RefObject } from 'react'

/** A finger that rests this long asks for more than a tap. */
const HOLD_MS = 450

interface LongPress {
  /** Whether the element was held and nothing else has been touched since. */
  held: boolean
  handlers: {
    onPointerDown: (event: PointerEvent) => void
    onPointerUp: () => void
    onPointerCancel: () => void
    onContextMenu: (event: MouseEvent) => void
    onClickCapture: (event: MouseEvent) => void
  }
}

/** A finger that rests on the element opens it instead of following the link beneath; a touch elsewhere closes it. */
export function useLongPress(ref: RefObject<HTMLElement | null>): LongPress {
  const [held, setHeld] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Whether the finger that is down has opened the element: lifting it is no tap. */
  const isOpening = useRef(false)
  const give = () => clearTimeout(timer.current)
  const open = () => {
    isOpening.current = true
    setHeld(true)
  }
  useEffect(() => {
    if (!held) return
    const close = (event: Event) => {
      if (!ref.current?.contains(event.target as Node)) setHeld(false)
    }
    document.addEventListener('pointerdown', close)
    return () => document.removeEventListener('pointerdown', close)
  }, [held, ref])
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    held,
    handlers: {
      onPointerDown: (event) => {
        isOpening.current = false
        clearTimeout(timer.current)
        if (event.pointerType !== 'mouse') timer.current = setTimeout(open, HOLD_MS)
      },
      onPointerUp: give,
      onPointerCancel: give,
      // Where holding a link brings up the browser's own menu, ours comes instead; a mouse keeps its menu.
      onContextMenu: (event) => {
        if ((event.nativeEvent as unknown as globalThis.PointerEvent).pointerType === 'mouse') return
        event.preventDefault()
        give()
        open()
      },
      onClickCapture: (event) => {
        if (!isOpening.current) return
        isOpening.current = false
        event.preventDefault()
        event.stopPropagation()
      },
    },
  }
}
