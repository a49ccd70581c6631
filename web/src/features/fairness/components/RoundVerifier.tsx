import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '@/api/errors'
import { useAction } from '@/api/useAction'
import { errorText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { Alert } from '@/ui/Alert'
import { Skeleton } from '@/ui/Skeleton'
import { TextField } from '@/ui/TextField'
import { toastError } from '@/ui/toastError'
import { rotateSeeds } from '../api/fairness'
import { roundQuery, type RoundProof } from '../api/round'
import { randomClientSeed } from '@/domain/clientSeed'
import { ProofSteps, ShownSteps } from './ProofSteps'
import { ReplayButton } from './ReplayButton'
import { TableProof } from './TableProof'

/** Asks for a round and checks it. */
export function RoundVerifier({ roundId, onRound }: { roundId: string; onRound: (id: string) => void }) {
  const [text, setText] = useState(roundId)
  return (
    <div className="space-y-5">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() !== '') onRound(text.trim())
        }}
        className="grid items-start gap-3 md:grid-cols-[1fr_auto]"
      >
        <TextField
          label={t('fairness.round')}
          help={t('fairness.round_help')}
          value={text}
          onChange={setText}
          autoComplete="off"
          inputClassName="font-mono text-sm"
        />
        <Button type="submit" className="h-12 md:mt-7">
          {t('fairness.verify')}
        </Button>
      </form>
      {roundId !== '' && <LoadedRound id={roundId} />}
    </div>
  )
}

function LoadedRound({ id }: { id: string }) {
  const { data, error, isPending } = useQuery(roundQuery(id))
  if (isPending) return <Skeleton className="h-48 w-full" />
  if (!data) {
    const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 422)
    return <Alert tone="danger">{isUnknown ? t('fairness.round_unknown') : errorText(error)}</Alert>
  }
  if (data.table_round) return <SharedRound proof={data} id={data.table_round} />
  if (data.round.status === 'open') return <Alert>{t('fairness.round_open')}</Alert>
  return (
    <div className="space-y-4">
      <ReplayButton proof={data} />
      {data.seed.server_seed === null ? <StillSecret proof={data} /> : <ProofSteps proof={data} serverSeed={data.seed.server_seed} />}
    </div>
  )
}

/** A bet on a round of a table: what it came to, and the proof of the round that it was on. */
function SharedRound({ proof, id }: { proof: RoundProof; id: string }) {
  return (
    <div className="space-y-4">
      <TableProof id={id} />
      <ShownSteps round={proof.round} />
    </div>
  )
}

/** The seed of the round is in use: rotating reveals it. */
function StillSecret({ proof }: { proof: RoundProof }) {
  const client = useQueryClient()
  const rotation = useAction({
    run: (_: void, { idempotencyKey, once }) =>
      // Drawn once for all tries: the same call under the same key.
      once(() => Promise.resolve(randomClientSeed())).then((seed) => rotateSeeds(client, proof.seed.currency, seed, idempotencyKey)),
    onError: toastError,
  })
  return (
    <div className="space-y-4">
      <Alert tone="info">
        <p className="font-semibold">{t('fairness.secret_title')}</p>
        <p className="mt-1 text-soft">{t('fairness.secret_text')}</p>
        <Button onPress={() => void rotation.start()} pending={rotation.isPending} size="s" className="mt-3">
          {t('fairness.secret_action')}
        </Button>
      </Alert>
      <ShownSteps round={proof.round} />
    </div>
  )
}
