import { heightOf, labelled, scaleOf, type Point } from './scale'

interface ChartProps {
  /** What a reader who does not see it is told; the table below has every figure. */
  label: string
  points: readonly Point[]
  /** Writes a value of the axis. */
  write: (value: number) => string
}

/** Labels below the axis at most: more would run into each other on a phone. */
const LABELS = 5

/** Bars of one figure, drawn as wide as there is room. */
export function Chart({ label, points, write }: ChartProps) {
  const scale = scaleOf(points.map(({ value }) => value))
  const zero = 1 - heightOf(scale, 0)
  const width = 100 / Math.max(points.length, 1)
  const gap = points.length > 60 ? 0.08 : 0.2
  return (
    <figure role="img" aria-label={label} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-xs text-muted">
      <div aria-hidden className="relative h-56 min-w-14">
        {scale.lines.map((line) => (
          <span key={line} className="tabular absolute right-0 -translate-y-1/2 whitespace-nowrap" style={{ top: `${(1 - heightOf(scale, line)) * 100}%` }}>
            {write(line)}
          </span>
        ))}
      </div>
      <svg aria-hidden viewBox="0 0 100 100" preserveAspectRatio="none" className="h-56 w-full overflow-visible">
        {scale.lines.map((line) => (
          <line
            key={line}
            x1="0"
            x2="100"
            y1={(1 - heightOf(scale, line)) * 100}
            y2={(1 - heightOf(scale, line)) * 100}
            className={line === 0 ? 'stroke-line-strong' : 'stroke-line'}
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {points.map(({ label: name, value }, place) => {
          const top = 1 - heightOf(scale, value)
          return (
            <rect
              key={name}
              x={width * (place + gap / 2)}
              width={width * (1 - gap)}
              y={Math.min(top, zero) * 100}
              height={Math.abs(top - zero) * 100}
              className={value < 0 ? 'fill-danger' : 'fill-accent'}
            >
              <title>{`${name}: ${write(value)}`}</title>
            </rect>
          )
        })}
      </svg>
      <div aria-hidden className="relative col-start-2 mt-1 h-5">
        {labelled(points.length, LABELS).map((place, index, all) => (
          <span
            key={place}
            className="absolute max-w-24 truncate"
            style={{ left: `${width * (place + 0.5)}%`, transform: `translateX(-${all.length < 2 ? 50 : (index / (all.length - 1)) * 100}%)` }}
          >
            {points[place]?.label}
          </span>
        ))}
      </div>
    </figure>
  )
}
