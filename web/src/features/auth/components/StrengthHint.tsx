import { t } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { passwordStrength } from '../model/passwordStrength'

const WORDS = ['auth.strength_0', 'auth.strength_1', 'auth.strength_2', 'auth.strength_3'] as const
const TONES = ['bg-line', 'bg-danger', 'bg-warning', 'bg-accent'] as const

/** Three bars and a word: how good the password typed so far is. */
export function StrengthHint({ password }: { password: string }) {
  const strength = passwordStrength(password)
  return (
    <div className="mt-2 flex items-center gap-3">
      <span aria-hidden="true" className="flex w-24 shrink-0 gap-1">
        {[1, 2, 3].map((step) => (
          <span key={step} className={cx('h-1 flex-1 rounded-full transition-colors', step <= strength ? TONES[strength] : 'bg-line')} />
        ))}
      </span>
      <span role="status" className="text-xs text-muted">
        {t(WORDS[strength])}
      </span>
    </div>
  )
}
