import type { WheelSegment } from '@/api/types'
import { t } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import type { Turning } from './useWheel'

const RADIUS = 188

/** The point of the rim at `degrees` clockwise from the top. */
function rim(degrees: number, radius = RADIUS): string {
  const turn = ((degrees - 90) * Math.PI) / 180
  return `${(radius * Math.cos(turn)).toFixed(2)} ${(radius * Math.sin(turn)).toFixed(2)}`
}

interface WheelProps extends Pick<Turning, 'disc' | 'pointer'> {
  segments: readonly WheelSegment[]
  /** The segment that has won; it is lit. */
  won?: number
}

/** The wheel as a drawing: its segments, the pegs between them, and the pointer that they bend. */
export function Wheel({ segments, disc, pointer, won }: WheelProps) {
  const width = 360 / segments.length
  return (
    <svg viewBox="-220 -228 440 448" role="img" aria-label={t('wheel.drawing')} className="block w-full select-none">
      <defs>
        <radialGradient id="wheel-light" r="0.5">
          <stop offset="0.25" stopColor="#fff" stopOpacity="0.22" />
          <stop offset="1" stopColor="#000" stopOpacity="0.08" />
        </radialGradient>
        <linearGradient id="wheel-ring" x1="0" y1="0" x2="1" y2="1">
          <stop stopColor="var(--accent)" />
          <stop offset="0.5" stopColor="var(--link)" />
          <stop offset="1" stopColor="var(--vip)" />
        </linearGradient>
      </defs>
      <circle r="212" fill="url(#wheel-ring)" opacity="0.16" />
      <circle r="203" fill="var(--page)" stroke="url(#wheel-ring)" strokeWidth="5" />
      <g ref={disc}>
        {segments.map((segment, index) => (
          <Segment key={index} segment={segment} from={index * width} width={width} isLit={won === index} isDimmed={won !== undefined && won !== index} />
        ))}
        <circle r={RADIUS} fill="url(#wheel-light)" pointerEvents="none" />
        {segments.map((_, index) => {
          const [x, y] = rim(index * width, 195).split(' ')
          return <circle key={index} cx={x} cy={y} r="4.5" fill="var(--text)" />
        })}
      </g>
      <circle r="44" fill="var(--surface)" stroke="url(#wheel-ring)" strokeWidth="4" />
      <path d="M0 -22 L6 -6 L22 0 L6 6 L0 22 L-6 6 L-22 0 L-6 -6 Z" fill="url(#wheel-ring)" />
      <g ref={pointer}>
        <path d="M-17 -222 Q0 -232 17 -222 L0 -176 Z" fill="var(--text)" stroke="var(--page)" strokeWidth="3" strokeLinejoin="round" />
      </g>
    </svg>
  )
}

function Segment({ segment, from, width, isLit, isDimmed }: { segment: WheelSegment; from: number; width: number; isLit: boolean; isDimmed: boolean }) {
  const middle = from + width / 2
  const [, figure, rest] = /^(\d+)\s+(.*)$/.exec(segment.label) ?? [null, null, segment.label]
  return (
    <g className={cx('transition-opacity duration-(--motion-slow)', isDimmed && 'opacity-45')}>
      <path
        d={`M0 0 L${rim(from)} A${RADIUS} ${RADIUS} 0 ${width > 180 ? 1 : 0} 1 ${rim(from + width)} Z`}
        fill={segment.colour}
        stroke={isLit ? 'var(--win)' : 'var(--page)'}
        strokeWidth={isLit ? 5 : 2}
      />
      <g transform={`rotate(${middle - 90}) translate(${RADIUS - 16} 0)`} fill="#fff" textAnchor="end" dominantBaseline="central">
        {figure ? (
          <>
            <text className="font-display" fontSize="30" fontWeight="700">
              {figure}
            </text>
            <text x="-46" fontSize="12" fontWeight="500" opacity="0.92">
              {rest}
            </text>
          </>
        ) : (
          <text className="font-display" fontSize="17" fontWeight="700">
            {rest}
          </text>
        )}
      </g>
    </g>
  )
}
