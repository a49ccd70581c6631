import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '@/api/useAction'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Description, DescriptionList } from '@/ui/DescriptionList'
import { showToast } from '@/ui/toast'
import { toastError } from '@/ui/toastError'
import type { WealthAnswer, WealthQuestionnaire } from '../../api/types'
import { approveWealth, askWealth, readWealthAnswer, returnWealth, wealthKey, wealthQuery } from '../../api/wealth'
import { t, tWord } from '../../i18n/texts'
import { DataGrid } from '../../ui/DataGrid'
import { Loaded } from '../../ui/Loaded'
import { Panel } from '../../ui/Panel'
import { Nothing } from '../../ui/PlayerParts'
import { Time } from '../../ui/Time'
import { AskWealthDialog } from './AskWealthDialog'

const TONE = { asked: 'info', answered: 'warning', approved: 'success', returned: 'neutral' } as const

/** What is about to be done: somebody is asked, or an answer is decided about, which stays the one that was on show then. */
type Step = { is: 'ask' } | { is: 'approve' | 'return'; questionnaire: string }

/** What a player was asked about the source of wealth, what was answered, and the ways to ask and to decide. */
export function Wealth({ id, mayDecide }: { id: number; mayDecide: boolean }) {
  const [open, setOpen] = useState<Step | null>(null)
  const queryClient = useQueryClient()
  const found = useQuery(wealthQuery(id))
  const newest = found.data?.questionnaires[0]
  const answered = newest?.state === 'answered' ? newest.id : undefined
  const onChanged = () => {
    setOpen(null)
    void queryClient.invalidateQueries({ queryKey: wealthKey(id) })
  }
  const onDone = (text: string) => {
    showToast('successfully', text)
    onChanged()
  }
  const actions = mayDecide && found.data && <Actions answered={answered} onOpen={setOpen} />
  return (
    <Panel title={t('wealth.title')} actions={actions}>
      <Loaded query={found}>
        {({ questionnaires }) => (questionnaires.length === 0 ? <Nothing>{t('wealth.none')}</Nothing> : <Questionnaires player={id} rows={questionnaires} />)}
      </Loaded>
      {open?.is === 'ask' && (
        <AskWealthDialog
          title={t('wealth.ask_title', { id: String(id) })}
          run={(request, key) => askWealth(id, request, key)}
          onDone={() => onDone(t('wealth.asked'))}
          onChanged={onChanged}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.is === 'return' && (
        <AskWealthDialog
          title={t('wealth.return_title')}
          run={(request, key) => returnWealth(id, open.questionnaire, request, key)}
          onDone={() => onDone(t('wealth.asked'))}
          onChanged={onChanged}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.is === 'approve' && (
        <Approve
          player={id}
          questionnaire={open.questionnaire}
          onDone={() => onDone(t('wealth.approved'))}
          onChanged={onChanged}
          onClose={() => setOpen(null)}
        />
      )}
    </Panel>
  )
}

/** An answer that waits is decided about before anything is asked again. */
function Actions({ answered, onOpen }: { answered: string | undefined; onOpen: (step: Step) => void }) {
  if (answered === undefined) {
    return (
      <Button size="s" variant="secondary" onPress={() => onOpen({ is: 'ask' })}>
        {t('wealth.ask')}
      </Button>
    )
  }
  return (
    <span className="flex flex-wrap gap-2">
      <Button size="s" onPress={() => onOpen({ is: 'approve', questionnaire: answered })}>
        {t('documents.approve')}
      </Button>
      <Button size="s" variant="secondary" onPress={() => onOpen({ is: 'return', questionnaire: answered })}>
        {t('wealth.return')}
      </Button>
    </span>
  )
}

interface ApproveProps {
  player: number
  questionnaire: string
  onDone: () => void
  onChanged: () => void
  onClose: () => void
}

function Approve({ player, questionnaire, onDone, onChanged, onClose }: ApproveProps) {
  const { start, isPending } = useAction({
    run: (_: void, { idempotencyKey }) => approveWealth(player, questionnaire, idempotencyKey),
    onDone,
    onError: (error) => {
      toastError(error)
      onChanged()
    },
  })
  return (
    <ConfirmDialog
      title={t('wealth.approve_title')}
      text={t('wealth.approve_text', { id: String(player) })}
      confirm={t('documents.approve')}
      keep={t('cancel')}
      pending={isPending}
      onConfirm={() => void start()}
      onClose={onClose}
    />
  )
}

function Questionnaires({ player, rows }: { player: number; rows: WealthQuestionnaire[] }) {
  return (
    <DataGrid
      label={t('wealth.title')}
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        {
          label: t('documents.state'),
          cell: (row) => <Badge tone={row.overdue ? 'danger' : TONE[row.state]}>{t(row.overdue ? 'wealth.state_overdue' : `wealth.state_${row.state}`)}</Badge>,
        },
        { label: t('wealth.due'), cell: (row) => <Time at={row.due_at} /> },
        { label: t('documents.note'), cell: (row) => <span className="whitespace-pre-line break-words">{row.note}</span> },
        { label: t('wealth.asked_by'), cell: (row) => row.asked_by },
        { label: t('wealth.answer'), cell: (row) => (row.answered_at === null ? '–' : <Answer player={player} questionnaire={row.id} />) },
        { label: t('documents.reviewed_by'), cell: (row) => row.reviewed_by ?? '–' },
      ]}
    />
  )
}

/** An answer is read only when somebody asks for it, because the log keeps who did. */
function Answer({ player, questionnaire }: { player: number; questionnaire: string }) {
  const [answer, setAnswer] = useState<WealthAnswer>()
  const { start, isPending } = useAction({
    run: () => readWealthAnswer(player, questionnaire),
    onDone: setAnswer,
    onError: toastError,
  })
  if (!answer) {
    return (
      <Button size="s" variant="ghost" pending={isPending} onPress={() => void start()}>
        {t('wealth.read')}
      </Button>
    )
  }
  return (
    <DescriptionList>
      <Description label={t('wealth.profession')}>{answer.profession}</Description>
      <Description label={t('wealth.income')}>{tWord('wealth_income', answer.income)}</Description>
      <Description label={t('wealth.source')}>{tWord('wealth_source', answer.source)}</Description>
      {answer.details !== null && (
        <Description label={t('wealth.details')}>
          <span className="whitespace-pre-line break-words">{answer.details}</span>
        </Description>
      )}
    </DescriptionList>
  )
}
