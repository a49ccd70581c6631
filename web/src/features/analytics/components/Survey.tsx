import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '@/api/useAction'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { IconButton } from '@/ui/IconButton'
import { TextField } from '@/ui/TextField'
import { showToast } from '@/ui/toast'
import { toastError } from '@/ui/toastError'
import { answerSurvey, surveyQuery, type SurveyConfig } from '../api/survey'
import { isSurveyDone, rememberSurveyDone } from '../model/surveyClock'

const SCORES = Array.from({ length: 11 }, (_, score) => score)

/** Asks a player once what they think of the operator, where a survey is on. */
export function Survey() {
  const survey = useQuery(surveyQuery).data
  return survey && <Question key={survey.survey_id} survey={survey} />
}

function Question({ survey }: { survey: SurveyConfig }) {
  const [isDone, setIsDone] = useState(() => isSurveyDone(survey.survey_id))
  const [score, setScore] = useState<number | null>(null)
  const [comment, setComment] = useState('')
  const close = () => {
    rememberSurveyDone(survey.survey_id)
    setIsDone(true)
  }
  const send = useAction({
    run: (answer: { score: number; comment: string }, { idempotencyKey }) => answerSurvey(survey, answer.score, answer.comment, idempotencyKey),
    onDone: () => {
      showToast('successfully', t('survey.thanks'), { id: 'survey' })
      close()
    },
    onError: toastError,
  })
  if (isDone) return null
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (score !== null) void send.start({ score, comment })
      }}
      aria-labelledby="survey-title"
      className="w-full max-w-[520px] animate-rise rounded-l border border-line bg-raised p-5 shadow-soft md:p-6"
    >
      <div className="flex items-start justify-between gap-3">
        <h2 id="survey-title" className="text-lg font-semibold text-balance">
          {t('survey.title')}
        </h2>
        <IconButton icon="close" label={t('modal.close')} onPress={close} size="s" />
      </div>
      <fieldset className="mt-4">
        <legend className="sr-only">{t('survey.scores')}</legend>
        <div className="grid grid-cols-6 gap-1.5 sm:grid-cols-11">
          {SCORES.map((value) => (
            <label
              key={value}
              className="pressable grid h-11 cursor-pointer place-items-center rounded-s border border-line text-sm font-semibold text-soft hover:border-line-strong hover:text-text has-checked:border-accent has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
            >
              <input type="radio" name="score" className="sr-only" checked={score === value} onChange={() => setScore(value)} />
              {value}
            </label>
          ))}
        </div>
        <p aria-hidden className="mt-2 flex justify-between text-xs text-muted">
          <span>{t('survey.least')}</span>
          <span>{t('survey.most')}</span>
        </p>
      </fieldset>
      {score !== null && (
        <div className="mt-4 space-y-4">
          <TextField label={t('survey.comment')} help={t('survey.comment_help')} value={comment} onChange={setComment} maxLength={1_000} autoComplete="off" />
          <Button type="submit" wide pending={send.isPending}>
            {t('survey.send')}
          </Button>
        </div>
      )}
    </form>
  )
}
