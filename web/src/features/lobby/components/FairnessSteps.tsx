import { useEffect, useState } from 'react'
import { t, type MessageKey } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { Icon, type IconName } from '@/ui/Icon'

const STEPS: { icon: IconName; title: MessageKey; text: MessageKey }[] = [
  { icon: 'lock', title: 'fair.step_1', text: 'fair.step_1_text' },
  { icon: 'dice', title: 'fair.step_2', text: 'fair.step_2_text' },
  { icon: 'eye', title: 'fair.step_3', text: 'fair.step_3_text' },
]

/** A seed as a server might draw it, for the worked example. */
const SEED = '7d1c5e0b93f24ad8b6a07c41e2589f63d4b0a91f7ce3528640fb1d9ac7e65208'

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** How a round can be checked, with a commitment that this browser computes itself. */
export function FairnessSteps() {
  return (
    <section id="fairness" aria-labelledby="fairness-title" className="overflow-hidden rounded-l border border-line/70 bg-surface">
      <div className="grid gap-10 p-6 md:p-10 lg:grid-cols-[1.1fr_1fr] lg:gap-14">
        <div>
          <h2 id="fairness-title" className="text-2xl font-semibold md:text-3xl">
            {t('fair.title')}
          </h2>
          <p className="mt-3 max-w-xl text-soft">{t('fair.text')}</p>
          <ol className="mt-8 space-y-6">
            {STEPS.map((step) => (
              <li key={step.title} className="flex gap-4">
                <span className="grid size-11 shrink-0 place-items-center rounded-m bg-hover text-info">
                  <Icon name={step.icon} size={22} />
                </span>
                <div>
                  <h3 className="font-sans text-base font-semibold">{t(step.title)}</h3>
                  <p className="mt-1 text-sm text-muted">{t(step.text)}</p>
                </div>
              </li>
            ))}
          </ol>
        </div>
        <WorkedExample />
      </div>
    </section>
  )
}

function WorkedExample() {
  const [hash, setHash] = useState('')
  const [seed, setSeed] = useState(SEED)
  useEffect(() => {
    // Browsers offer SHA-256 only on secure pages; elsewhere the example stays without its hash.
    if (!('subtle' in crypto)) return
    let current = true
    void sha256(`croupier.commit.v1:${seed}`).then((value) => {
      if (current) setHash(value)
    })
    return () => {
      current = false
    }
  }, [seed])
  const changed = seed !== SEED
  const flip = () => setSeed(changed ? SEED : `${SEED.slice(0, -1)}9`)
  return (
    <figure className="self-center rounded-l border border-line bg-page p-5 md:p-6">
      <figcaption className="flex items-center justify-between gap-4 text-sm font-semibold text-soft">
        {t('fair.example')}
        <span
          className={cx(
            'inline-flex h-7 items-center gap-1.5 rounded-full px-3 text-xs font-semibold',
            changed ? 'bg-danger/15 text-danger-text' : 'bg-success/12 text-success',
          )}
          role="status"
        >
          <Icon name={changed ? 'error' : 'check'} size={16} />
          {t(changed ? 'fair.mismatch' : 'fair.match')}
        </span>
      </figcaption>
      <div className="mt-5 space-y-4 text-xs">
        <ExampleRow label={t('fair.server_seed')} value={seed} markLast={changed} />
        <div aria-hidden="true" className="flex items-center gap-3 text-muted">
          <span className="h-px flex-1 bg-line" /> SHA-256 <span className="h-px flex-1 bg-line" />
        </div>
        <ExampleRow label={t('fair.commitment')} value={hash} tone={changed ? 'text-danger-text' : 'text-success'} />
      </div>
      <button
        type="button"
        onClick={flip}
        className="pressable mt-5 flex h-11 w-full items-center justify-center gap-2 rounded-m border border-line text-sm font-semibold text-soft hover:bg-hover hover:text-text"
      >
        <Icon name="refresh" size={18} />
        {t(changed ? 'fair.restore' : 'fair.tamper')}
      </button>
    </figure>
  )
}

function ExampleRow({ label, value, tone = 'text-text', markLast = false }: { label: string; value: string; tone?: string; markLast?: boolean }) {
  return (
    <div>
      <p className="text-muted">{label}</p>
      <p className={cx('mt-1.5 min-h-[40px] font-mono text-[13px] leading-5 break-all', tone)}>
        {markLast ? value.slice(0, -1) : value}
        {markLast && <mark className="rounded-[3px] bg-danger/40 px-0.5 text-text">{value.slice(-1)}</mark>}
      </p>
    </div>
  )
}
