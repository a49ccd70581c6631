/** A bitten biscuit. */
export function Cookie() {
  return (
    <svg width="40" height="40" viewBox="0 0 40 40" aria-hidden="true" focusable="false" className="shrink-0">
      <path d="M20 3.500a16.5 16.5 0 1 0 16.4 14.7 6 6 0 0 1-6.7-3.5 6 6 0 0 1-6.9-8.300A6 6 0 0 1 20 3.500Z" fill="#d9a15f" />
      <path d="M20 3.500a16.5 16.5 0 1 0 16.4 14.700c-.9.3-1.9.400-2.9.200A13.6 13.6 0 1 1 20.6 6.500c-.2-1-.300-2-.6-3Z" fill="#b9793a" opacity="0.7" />
      <g fill="#5a3418">
        <circle cx="13" cy="15" r="2.4" />
        <circle cx="21" cy="19.5" r="1.9" />
        <circle cx="12.5" cy="24.5" r="2" />
        <circle cx="21.5" cy="28.5" r="2.4" />
        <circle cx="28.5" cy="24" r="1.7" />
      </g>
      <circle cx="32.5" cy="8.5" r="1.3" fill="#d9a15f" />
    </svg>
  )
}

/** The stars that show the south. */
export function SouthernCross() {
  const star = 'M0-1 .26-.3 1 0 .26.3 0 1-.26.3-1 0-.26-.300Z'
  return (
    <svg width="56" height="56" viewBox="0 0 56 56" aria-hidden="true" focusable="false" className="shrink-0">
      <rect width="56" height="56" rx="14" fill="#13245a" />
      <g fill="#f2f6ff">
        <path d={star} transform="translate(28 12) scale(5.5)" />
        <path d={star} transform="translate(28 44) scale(6)" />
        <path d={star} transform="translate(14 25) scale(5)" />
        <path d={star} transform="translate(42 21) scale(5)" />
        <path d={star} transform="translate(35.5 31) scale(3)" />
      </g>
    </svg>
  )
}

/** A sheet with a signature. */
export function SignedSheet() {
  return (
    <svg width="72" height="80" viewBox="0 0 72 80" aria-hidden="true" focusable="false" fill="none">
      <path d="M12 8a6 6 0 0 1 6-6h26l18 18v52a6 6 0 0 1-6 6H18a6 6 0 0 1-6-6V8Z" fill="var(--hover)" stroke="var(--line-strong)" strokeWidth="2" />
      <path d="M44 2v12a6 6 0 0 0 6 6h12" stroke="var(--line-strong)" strokeWidth="2" />
      <path d="M22 32h30M22 41h30M22 50h16" stroke="var(--text-muted)" strokeWidth="3" strokeLinecap="round" />
      <path d="M22 66c5-8 8-8 8-3s3 4 6-1 5-3 5 0 5 3 11-2" stroke="var(--accent)" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
