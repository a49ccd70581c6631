import { useMutation } from '@tanstack/react-query'
import { currentLocale } from '@/i18n/messages'
import { problemText } from '@/i18n/errorText'
import { Button } from '@/ui/Button'
import { FormProblem } from '@/ui/FormProblem'
import { countSegment } from '../../api/segments'
import type { SegmentCounted, SegmentRule } from '../../api/types'
import { t } from '../../i18n/texts'
import { Panel } from '../../ui/Panel'
import { PlayerName } from '../../ui/PlayerName'

/** How many players fit a rule, and the first of them, before it is saved. */
export function CountPanel({ rule, isWhole }: { rule: SegmentRule; isWhole: boolean }) {
  const { mutate, data, error, isPending, variables } = useMutation({ mutationFn: countSegment })
  // What was counted of another rule says nothing of this one.
  const counted = variables === rule ? data : undefined
  return (
    <Panel
      title={t('segments.count_now')}
      actions={
        <Button size="s" variant="secondary" icon="refresh" pending={isPending} isDisabled={!isWhole} onPress={() => mutate(rule)}>
          {t('segments.count_now')}
        </Button>
      }
    >
      <div role="status" className="space-y-3 text-sm">
        {counted && <Counted counted={counted} />}
        {error && variables === rule && <FormProblem text={problemText(error)} />}
        <p className="text-muted">{t(isWhole ? 'segments.never_stopped' : 'segments.unfinished')}</p>
      </div>
    </Panel>
  )
}

function Counted({ counted: { players, looked, complete, sample } }: { counted: SegmentCounted }) {
  return (
    <>
      <p className="text-lg font-semibold">
        {t(complete ? 'segments.counted' : 'segments.counted_part', { count: players, looked: looked.toLocaleString(currentLocale()) })}
      </p>
      {sample.length > 0 && (
        <>
          <p className="text-muted">{t('segments.sample')}</p>
          <ul className="space-y-1">
            {sample.map((player) => (
              <li key={player.id}>
                <PlayerName player={player} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
