/** A trail that leads over hills towards a star; on narrow screens the light alone, as words stand where the trail would. */
export function TrailArt() {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox="0 0 1200 400"
      preserveAspectRatio="xMaxYMid slice"
      className="pointer-events-none absolute inset-0 size-full"
    >
      <defs>
        <linearGradient id="trail-near" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--glow-near)" stopOpacity="0" />
          <stop offset="0.7" stopColor="var(--glow-near)" stopOpacity="0.3" />
          <stop offset="1" stopColor="var(--glow-middle)" stopOpacity="0" />
        </linearGradient>
        <linearGradient id="trail-far" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--glow-far)" stopOpacity="0" />
          <stop offset="0.65" stopColor="var(--glow-far)" stopOpacity="0.4" />
          <stop offset="1" stopColor="var(--glow-far)" stopOpacity="0" />
        </linearGradient>
      </defs>
      <g className="animate-sway motion-reduce:animate-none">
        <path d="M-120 90C180 210 420 30 660 120S1060 0 1340 60v170c-220-60-420 10-640 40S180 250-120 300Z" fill="url(#trail-far)" />
        <path d="M-120 150C220 250 520 90 780 160s360-50 560 10v140c-220-50-380 20-600 30S140 290-120 330Z" fill="url(#trail-near)" />
      </g>
      <g className="max-sm:hidden">
        <path d="M520 400C640 290 760 310 860 236s160-40 220 4 140 66 220 50v110Z" fill="var(--surface)" opacity="0.92" />
        <path d="M380 400c150-70 300-50 430-86s220-30 490 26v60Z" fill="var(--raised)" opacity="0.85" />
        <path
          d="M640 400c110-30 150-44 220-48s96-26 66-42 20-40 14-84"
          fill="none"
          stroke="var(--glow-near)"
          strokeWidth="5"
          strokeLinecap="round"
          strokeDasharray="1 14"
          opacity="0.9"
        />
        <path d="m936 168 6.5 14 15 2-11 11 3 15-13.5-7.5-13.5 7.5 3-15-11-11 15-2Z" fill="var(--text)" />
      </g>
    </svg>
  )
}
