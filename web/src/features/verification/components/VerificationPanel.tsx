import { useQuery } from '@tanstack/react-query'
import type { VerificationState } from '@/api/types'
import { t } from '@/i18n/messages'
import { FailedState } from '@/ui/FailedState'
import { useMoneyText } from '@/ui/Money'
import { Alert } from '@/ui/Alert'
import { Skeleton } from '@/ui/Skeleton'
import { documentsQuery } from '../api/documents'
import { IdentityCheckCard } from './IdentityCheckCard'
import { KindCard } from './KindCard'

/** How far the player is verified, and a card for each kind of document. */
export function VerificationPanel() {
  const { data, isPending, refetch } = useQuery(documentsQuery)
  if (isPending) return <Skeleton className="h-96 w-full" />
  // A later load that fails leaves what is shown: an upload may be under way in it.
  if (!data) return <FailedState level={3} title={t('verification.failed')} onRetry={() => void refetch()} />
  return (
    <div className="grid gap-4">
      <Standing state={data} />
      {data.identity_check && <IdentityCheckCard check={data.identity_check} isVerified={data.verified} />}
      {data.kinds
        .filter(({ kind }) => kind !== 'wealth')
        .map((kind) => (
          <KindCard key={kind.kind} kind={kind} fileMaxBytes={data.file_max_bytes} isVerified={data.verified} />
        ))}
    </div>
  )
}

/** What the two checks together come to. */
function Standing({ state }: { state: VerificationState }) {
  const money = useMoneyText()
  const amount = money(state.unverified_cashout_cents, state.currency)
  const [tone, title, text] = state.verified
    ? (['success', t('verification.staff_title'), t(state.sumsub_verified ? 'verification.both_text' : 'verification.staff_text')] as const)
    : state.sumsub_verified
      ? (['info', t('verification.provider_title'), t('verification.provider_text', { amount })] as const)
      : (['warning', t('verification.none_title'), t('verification.none_text', { amount })] as const)
  return (
    <Alert tone={tone}>
      <p className="font-semibold">{title}</p>
      <p className="mt-1 text-soft">{text}</p>
    </Alert>
  )
}
