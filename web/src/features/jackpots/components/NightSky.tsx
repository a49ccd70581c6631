/** Curtains of light over a night with stars: what jackpots stand before. */
export function NightSky() {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox="0 0 1200 400"
      preserveAspectRatio="xMidYMid slice"
      className="pointer-events-none absolute inset-0 size-full"
    >
      <defs>
        <linearGradient id="jackpot-curtain-near" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--glow-near)" stopOpacity="0" />
          <stop offset="0.7" stopColor="var(--glow-near)" stopOpacity="0.32" />
          <stop offset="1" stopColor="var(--glow-middle)" stopOpacity="0" />
        </linearGradient>
        <linearGradient id="jackpot-curtain-far" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--glow-far)" stopOpacity="0" />
          <stop offset="0.65" stopColor="var(--glow-far)" stopOpacity="0.4" />
          <stop offset="1" stopColor="var(--glow-far)" stopOpacity="0" />
        </linearGradient>
      </defs>
      <g className="animate-sway motion-reduce:animate-none">
        <path
          d="M-80 0C80 120 210 20 380 110S700 180 880 70s260-20 420 40v180c-180-90-300-10-460 50S540 250 360 300 60 220-80 270Z"
          fill="url(#jackpot-curtain-far)"
        />
        <path
          d="M-60 40C120 180 280 60 470 160s330 0 470-60 240 10 380 60v150c-190-70-290 40-460 70s-300-80-470-30-300-30-450-20Z"
          fill="url(#jackpot-curtain-near)"
        />
      </g>
      {STARS.map(([x, y, r]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={r} fill="var(--text)" opacity={r > 1.2 ? 0.9 : 0.5} />
      ))}
    </svg>
  )
}

const STARS: readonly (readonly [number, number, number])[] = [
  [46, 52, 1.1],
  [128, 24, 0.9],
  [204, 78, 1.4],
  [311, 36, 0.8],
  [388, 18, 1.2],
  [472, 60, 0.9],
  [561, 30, 1.5],
  [640, 74, 0.8],
  [722, 22, 1.1],
  [806, 48, 0.9],
  [898, 26, 1.4],
  [972, 66, 0.8],
  [1041, 34, 1.1],
  [1118, 58, 1.3],
  [1166, 20, 0.9],
  [84, 128, 0.7],
  [668, 120, 0.7],
  [1090, 118, 0.8],
]
