import { useQuery } from '@tanstack/react-query'
import type { WealthQuestionnaire } from '@/api/types'
import { t } from '@/i18n/messages'
import { dateTimeText } from '@/i18n/names'
import { FailedState } from '@/ui/FailedState'
import { Alert } from '@/ui/Alert'
import { Skeleton } from '@/ui/Skeleton'
import { documentsQuery } from '../api/documents'
import { wealthQuery } from '../api/wealth'
import { standingOf } from '../model/wealth'
import { KindCard } from './KindCard'
import { WealthForm } from './WealthForm'

/** How the questionnaire stands; while it waits, a place for files and the questions. */
export function WealthPanel() {
  const questionnaire = useQuery(wealthQuery)
  const documents = useQuery(documentsQuery)
  if (questionnaire.isPending || documents.isPending) return <Skeleton className="h-96 w-full" />
  // A later load that fails leaves what is shown: answers may have been typed in it.
  if (!questionnaire.data || !documents.data) {
    const retry = () => void Promise.all([questionnaire.refetch(), documents.refetch()])
    return <FailedState level={3} title={t('wealth.failed')} onRetry={retry} />
  }
  const files = documents.data.kinds.find(({ kind }) => kind === 'wealth')
  const hasFile = files?.documents.some(({ state }) => state !== 'rejected') ?? false
  const isAsked = questionnaire.data.state === 'asked'
  return (
    <div className="grid gap-4">
      <Standing questionnaire={questionnaire.data} />
      {files && (isAsked || files.documents.length > 0) && (
        <KindCard kind={files} fileMaxBytes={documents.data.file_max_bytes} isVerified={documents.data.verified} />
      )}
      {isAsked && <WealthForm hasFile={hasFile} />}
    </div>
  )
}

function Standing({ questionnaire }: { questionnaire: WealthQuestionnaire }) {
  const { due_at, note } = questionnaire
  const [tone, title, text] = standingOf(questionnaire)
  return (
    <Alert tone={tone}>
      <p data-varies className="font-semibold">
        {t(title, { date: due_at ? dateTimeText(due_at) : '' })}
      </p>
      <p className="mt-1 text-soft">{t(text)}</p>
      {note && (
        <div className="mt-3">
          <p className="font-medium">{t('wealth.note_title')}</p>
          <p className="mt-1 wrap-anywhere whitespace-pre-line text-soft">{note}</p>
        </div>
      )}
    </Alert>
  )
}
