import { useQuery } from '@tanstack/react-query'
import { registerAnswersQuery } from '../../api/registers'
import type { RegisterAnswer } from '../../api/types'
import { t, tWord } from '../../i18n/texts'
import { DataGrid } from '../../ui/DataGrid'
import { Loaded } from '../../ui/Loaded'
import { Panel } from '../../ui/Panel'
import { Nothing } from '../../ui/PlayerParts'
import { Time } from '../../ui/Time'

/** What national registers of self-excluded people have said of the player. */
export function RegisterAnswers({ id }: { id: number }) {
  const answers = useQuery(registerAnswersQuery(id))
  return (
    <Panel title={t('registers.title')}>
      <Loaded query={answers}>{(found) => (found.length === 0 ? <Nothing>{t('registers.none')}</Nothing> : <Answers answers={found} />)}</Loaded>
    </Panel>
  )
}

function Answers({ answers }: { answers: readonly RegisterAnswer[] }) {
  return (
    <DataGrid
      label={t('registers.title')}
      rows={answers}
      rowKey={({ id }) => id}
      columns={[
        { label: t('registers.at'), cell: ({ at }) => <Time at={at} /> },
        { label: t('registers.register'), cell: ({ register, licence }) => `${register}, ${licence}` },
        { label: t('registers.occasion'), cell: ({ occasion }) => tWord('register_occasion', occasion) },
        {
          label: t('registers.answer'),
          cell: ({ answer, failure }) => (answer ? tWord('register_answer', answer) : <span className="text-danger-text">{failure}</span>),
        },
        { label: t('registers.response_id'), cell: ({ response_id }) => <span className="break-all">{response_id ?? '–'}</span> },
      ]}
    />
  )
}
