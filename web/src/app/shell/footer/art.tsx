import type { ReactNode } from 'react'

/** Our own signs for kinds of places; every other kind is a globe. */
const SIGNS: Record<string, ReactNode> = {
  telegram: <path d="m3.5 11.5 17-7-3 15.5-5.5-4-2.8 3-.9-5 8.2-6.5" />,
  chat: <path d="M4.5 6.500h15v9.500h-8L7 19.500V16H4.500v-9.500Z" />,
  video: (
    <>
      <rect x="3.5" y="6" width="17" height="12" rx="3.5" />
      <path d="m10.5 9.5 4 2.5-4 2.500v-5Z" />
    </>
  ),
  photo: (
    <>
      <rect x="4" y="4" width="16" height="16" rx="5" />
      <circle cx="12" cy="12" r="3.5" />
      <path d="M16.5 7.500v.01" />
    </>
  ),
  message: (
    <>
      <path d="M12 4.500a7.5 7.5 0 0 1 0 15c-1.3 0-2.5-.3-3.5-.9L4.5 19.500l.9-4A7.5 7.5 0 0 1 12 4.500Z" />
      <path d="M9 12h.01M12 12h.01M15 12h.01" strokeWidth="2.4" />
    </>
  ),
  code: <path d="m8.5 7.5-5 4.5 5 4.500M15.5 7.500l5 4.5-5 4.500M13.5 5l-3 14" />,
}

const KINDS: Record<string, keyof typeof SIGNS> = {
  telegram: 'telegram',
  youtube: 'video',
  twitch: 'video',
  instagram: 'photo',
  whatsapp: 'message',
  discord: 'message',
  x: 'chat',
  twitter: 'chat',
  facebook: 'chat',
  mastodon: 'chat',
  github: 'code',
}

/** The sign of a kind of place, such as `telegram`. */
export function SocialMark({ kind }: { kind: string }) {
  const sign = SIGNS[KINDS[kind.toLowerCase()] ?? '']
  return (
    <Sign size={20}>
      {sign ?? (
        <>
          <circle cx="12" cy="12" r="8.5" />
          <path d="M3.5 12h17M12 3.500c2.5 2.4 3.6 5.3 3.6 8.500s-1.1 6.1-3.6 8.500c-2.5-2.4-3.6-5.3-3.6-8.500s1.1-6.1 3.6-8.500Z" />
        </>
      )}
    </Sign>
  )
}

/** The seal of a licence: a rosette around its code. */
export function LicenceSeal({ code, size = 44 }: { code: string; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 44 44" aria-hidden="true" focusable="false" className="shrink-0">
      <path
        d="M22 2l4.3 3.1 5.2-.7 2.4 4.7 5 1.7.1 5.3 3 4.3-3 4.3-.1 5.3-5 1.7-2.4 4.7-5.2-.7L22 42l-4.3-3.1-5.2.7-2.4-4.7-5-1.7-.1-5.300L2 22l3-4.3.1-5.3 5-1.7 2.4-4.7 5.2.7L22 2Z"
        fill="var(--hover)"
        stroke="var(--line-strong)"
      />
      <circle cx="22" cy="22" r="13" fill="none" stroke="var(--info)" strokeOpacity="0.6" />
      <text x="22" y="26" textAnchor="middle" fontSize={code.length > 2 ? 10 : 12} fontWeight="700" fontFamily="var(--font-display)" fill="var(--text)">
        {code}
      </text>
    </svg>
  )
}

function Sign({ size, children }: { size: number; children: ReactNode }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  )
}
