import { useEffect, useId, useRef, useState, type DragEvent } from 'react'
import { cx } from '@/platform/cx'
import { useMediaQuery } from '@/platform/useMediaQuery'
import { Button } from './Button'
import { Icon } from './Icon'

export interface FileUploadTexts {
  /** What the file is for; read with every control. */
  label: string
  /** Which files are taken. */
  accepted: string
  choose: string
  photo: string
  retry: string
  cancel: string
  /** While the file called `name` is on its way. */
  sending: (name: string) => string
}

interface FileUploadProps {
  texts: FileUploadTexts
  /** Media types that are taken; those of pictures are offered to the camera. */
  types: readonly string[]
  /** What is wrong with a file before it is sent; undefined when it may go. */
  judge: (file: File) => string | undefined
  /** Sends a file; answers what went wrong, or undefined. */
  send: (file: File, onProgress: (share: number) => void, signal: AbortSignal) => Promise<UploadFailure | undefined>
}

export interface UploadFailure {
  text: string
  /** Whether the same file may be taken at another try. */
  canRetry: boolean
}

/**
 * A place to choose a file, take a photo, or drop a file on. It is sent at once; how far it is, what went wrong and the
 * way to send it again stand in the same place.
 */
export function FileUpload({ texts, types, judge, send }: FileUploadProps) {
  const [file, setFile] = useState<File>()
  const [share, setShare] = useState<number>()
  const [problem, setProblem] = useState<UploadFailure>()
  const [isOver, setOver] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const group = useRef<HTMLDivElement>(null)
  const running = useRef<AbortController>(null)
  const hasCamera = useMediaQuery('(pointer: coarse)')
  const ids = { label: useId(), help: useId() }
  useEffect(() => () => running.current?.abort(), [])

  /** Buttons come and go with the upload; the one that chooses a file stays, and takes over a focus within. */
  const keepFocus = () => {
    if (group.current?.contains(document.activeElement)) group.current.querySelector('button')?.focus({ preventScroll: true })
  }
  const start = async (chosen: File) => {
    if (running.current) return
    keepFocus()
    setFile(chosen)
    const wrong = judge(chosen)
    setProblem(wrong === undefined ? undefined : { text: wrong, canRetry: false })
    if (wrong !== undefined) return
    const controller = new AbortController()
    running.current = controller
    setShare(0)
    const failed = await send(chosen, setShare, controller.signal)
    running.current = null
    if (controller.signal.aborted) return
    keepFocus()
    setShare(undefined)
    setProblem(failed)
    if (!failed) setFile(undefined)
  }
  const take = (files: FileList | null) => {
    const chosen = files?.[0]
    if (chosen) void start(chosen)
  }
  const cancel = () => {
    keepFocus()
    running.current?.abort()
    running.current = null
    setShare(undefined)
    setFile(undefined)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  const input = (ref: typeof chooser, accept: readonly string[], capture?: 'environment') => (
    <input
      ref={ref}
      type="file"
      accept={accept.join(',')}
      capture={capture}
      tabIndex={-1}
      aria-label={`${texts.label}: ${capture ? texts.photo : texts.choose}`}
      className="sr-only"
      onChange={({ target }) => {
        take(target.files)
        // The same file may be chosen again.
        target.value = ''
      }}
    />
  )
  return (
    <div
      ref={group}
      role="group"
      aria-labelledby={ids.label}
      aria-describedby={ids.help}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cx('rounded-m border border-dashed p-4', isOver ? 'border-focus bg-hover' : 'border-line-strong')}
    >
      <span id={ids.label} className="sr-only">
        {texts.label}
      </span>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="secondary" size="s" icon="file" aria-describedby={ids.label} pending={share !== undefined} onPress={() => chooser.current?.click()}>
          {texts.choose}
        </Button>
        {hasCamera && share === undefined && (
          <Button variant="secondary" size="s" icon="camera" aria-describedby={ids.label} onPress={() => camera.current?.click()}>
            {texts.photo}
          </Button>
        )}
        {share !== undefined && <Progress share={share} label={texts.sending(file?.name ?? '')} cancel={texts.cancel} onCancel={cancel} />}
      </div>
      {input(chooser, types)}
      {hasCamera &&
        input(
          camera,
          types.filter((type) => type.startsWith('image/')),
          'environment',
        )}
      <p id={ids.help} className="mt-2 text-xs text-muted">
        {texts.accepted}
      </p>
      <div role="alert">
        {problem && (
          <p className="mt-3 flex items-start gap-2 text-sm text-danger-text">
            <Icon name="error" size={18} className="mt-px shrink-0" />
            <span className="min-w-0 wrap-anywhere">
              {file && <span className="font-medium">{file.name}: </span>}
              {problem.text}
            </span>
          </p>
        )}
      </div>
      {problem?.canRetry && file && (
        <Button variant="secondary" size="s" icon="refresh" className="mt-3" aria-describedby={ids.label} onPress={() => void start(file)}>
          {texts.retry}
        </Button>
      )}
    </div>
  )
}

function Progress({ share, label, cancel, onCancel }: { share: number; label: string; cancel: string; onCancel: () => void }) {
  const percent = Math.round(share * 100)
  return (
    <div className="flex min-w-0 flex-1 basis-60 flex-wrap items-center gap-3">
      <div className="min-w-0 flex-1 basis-40">
        <p className="truncate text-sm" role="status">
          {label}
        </p>
        <div
          role="progressbar"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          className="mt-2 h-2 overflow-hidden rounded-full bg-hover"
        >
          <div className="h-full rounded-full bg-accent transition-[width] duration-200 motion-reduce:transition-none" style={{ width: `${percent}%` }} />
        </div>
      </div>
      <Button variant="ghost" size="s" onPress={onCancel}>
        {cancel}
      </Button>
    </div>
  )
}
