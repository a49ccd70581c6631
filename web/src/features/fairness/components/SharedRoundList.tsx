import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAction } from '@/api/useAction'
import { t } from '@/i18n/messages'
import { dateTimeText } from '@/i18n/names'
import { Button } from '@/ui/Button'
import { FailedState } from '@/ui/FailedState'
import { TextLink } from '@/ui/Link'
import { TitledSection } from '@/ui/TitledSection'
import { toastError } from '@/ui/toastError'
import { sharedRoundsQuery, withdrawReplay, type SharedRounds } from '../api/sharedReplays'

/** The rounds that the player shares, each with a way to end its link; nothing where there are none. */
export function SharedRoundList() {
  const { data, isError, refetch } = useQuery(sharedRoundsQuery)
  if (isError && !data) return <FailedState level={3} title={t('fairness.shared_failed')} onRetry={() => void refetch()} />
  if (!data || data.shared.length === 0) return null
  return (
    <TitledSection title={t('fairness.shared_list')}>
      <p className="-mt-3 mb-4 text-sm text-soft">{t('fairness.shared_count', { count: data.shared.length, max: data.max })}</p>
      <ul className="divide-y divide-line/60 rounded-l border border-line bg-surface text-sm">
        {data.shared.map((round) => (
          <SharedRow key={round.round_id} round={round} />
        ))}
      </ul>
    </TitledSection>
  )
}

function SharedRow({ round }: { round: SharedRounds['shared'][number] }) {
  const client = useQueryClient()
  const { start, isPending } = useAction({ run: () => withdrawReplay(client, round.round_id), onError: toastError })
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3">
      <span className="min-w-0 flex-1 basis-48">
        <TextLink to="/profile/fairness" search={{ round: round.round_id }} className="font-semibold">
          {t('fairness.shared_round', { game: round.game, number: round.round_id })}
        </TextLink>
        <span className="block text-xs text-muted">{t('fairness.shared_since', { time: dateTimeText(round.shared_at) })}</span>
      </span>
      <Button
        variant="secondary"
        size="s"
        pending={isPending}
        onPress={() => void start()}
        aria-label={t('fairness.withdraw_round', { game: round.game, number: round.round_id })}
      >
        {t('fairness.withdraw')}
      </Button>
    </li>
  )
}
