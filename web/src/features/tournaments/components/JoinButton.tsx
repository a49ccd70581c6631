import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { usePlayer } from '@/api/session/player'
import { reload } from '@/api/realtime'
import type { Tournament } from '@/api/types'
import { useAction } from '@/api/useAction'
import { currentLocale, t } from '@/i18n/messages'
import { serverNow } from '@/platform/serverClock'
import { Button } from '@/ui/Button'
import { ButtonLink } from '@/ui/Link'
import { showToast } from '@/ui/toast'
import { toastError } from '@/ui/toastError'
import { BOARDS, joinTournament, ownTournamentsQuery, tournamentStatusQuery } from '../api/tournaments'
import { statusAt } from '../model/tournament'

/** Joins a tournament; a guest signs up first and comes back. */
export function JoinButton({ tournament }: { tournament: Tournament }) {
  const player = usePlayer()
  const client = useQueryClient()
  const href = useLocation({ select: (location) => location.href })
  const slug = tournament.frontend_identifier
  const { start, isPending } = useAction({
    run: (_: void, { idempotencyKey }) => joinTournament(slug, idempotencyKey),
    onDone: (status) => {
      client.setQueryData(tournamentStatusQuery(slug).queryKey, status)
      void client.fetchQuery({ ...ownTournamentsQuery(currentLocale()), staleTime: 0 }).catch(() => undefined)
      reload(client, [BOARDS])
      const isEarly = statusAt(tournament, serverNow()) === 'future'
      showToast('successfully', t(isEarly ? 'tournaments.joined_early_toast' : 'tournaments.joined_toast'))
    },
    onError: toastError,
  })
  if (!player) {
    return (
      <ButtonLink to="/sign-up" search={{ redirect: href } as object} size="l">
        {t('tournaments.join')}
      </ButtonLink>
    )
  }
  return (
    <Button size="l" pending={isPending} onPress={() => void start()}>
      {t('tournaments.join')}
    </Button>
  )
}
