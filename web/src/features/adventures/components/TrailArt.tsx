/** A trail that leads over hills towards the light. */
export function TrailArt() {
  return (
    <svg aria-hidden="true" focusable="false" viewBox="0 0 1200 400" preserveAspectRatio="xMaxYMid slice" className="pointer-events-none absolute inset-0 size-full">
      <defs>
        <linearGradient id="trail-light" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--glow-far)" stopOpacity="0" />
          <stop offset="0.6" stopColor="var(--glow-near)" stopOpacity="0.36" />
          <stop offset="1" stopColor="var(--glow-middle)" stopOpacity="0" />
        </linearGradient>
      </defs>
      <path
        className="animate-sway motion-reduce:animate-none"
        d="M420 30C560 130 700 30 860 70s250 0 400-50v200c-150 60-280 0-430 40S540 210 420 270Z"
        fill="url(#trail-light)"
      />
      <path d="M520 400C640 270 760 300 860 220s160-40 220 10 90 60 140 40v130Z" fill="var(--surface)" opacity="0.9" />
      <path d="M380 400c150-90 300-60 430-110s220-30 400 40v70Z" fill="var(--raised)" opacity="0.8" />
      <path d="M640 400c110-40 150-60 220-66s90-34 60-52 0-40 40-58" fill="none" stroke="var(--glow-near)" strokeWidth="5" strokeLinecap="round" strokeDasharray="2 16" opacity="0.9" />
      <path d="m966 190 8 18 19 2-14 13 4 19-17-10-17 10 4-19-14-13 19-2Z" fill="var(--text)" />
    </svg>
  )
}
