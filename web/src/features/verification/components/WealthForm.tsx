import { useQueryClient } from '@tanstack/react-query'
import { playerQuery } from '@/api/session/player'
import type { WealthAnswer } from '@/api/types'
import { useAction } from '@/api/useAction'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { FormLinesField, FormTextField } from '@/ui/form'
import { FormSelect } from '@/ui/FormSelect'
import { FormProblem } from '@/ui/FormProblem'
import { showToast } from '@/ui/toast'
import { useSiteForm } from '@/ui/useSiteForm'
import { answerWealth, wealthQuery } from '../api/wealth'
import { answerOf, INCOMES, SOURCES, WEALTH_FIELDS, wealthResolver, type WealthValues } from '../model/wealth'

/** The questions. They can be sent once a file is there. */
export function WealthForm({ hasFile }: { hasFile: boolean }) {
  const client = useQueryClient()
  const { control, formState, onSubmit, refuse } = useSiteForm<WealthValues>({
    name: 'wealth',
    defaultValues: { profession: '', income: '', source: '', details: '' },
    resolver: wealthResolver,
  })
  const { start } = useAction({
    run: (answer: WealthAnswer, { idempotencyKey }) => answerWealth(answer, idempotencyKey),
    onDone: (questionnaire) => {
      showToast('successfully', t('wealth.sent'), { id: 'wealth' })
      client.setQueryData(wealthQuery.queryKey, questionnaire)
      void client.invalidateQueries({ queryKey: playerQuery.queryKey })
    },
    onError: (error) => refuse(error, WEALTH_FIELDS),
  })
  const submit = onSubmit(async (values) => {
    const answer = answerOf(values)
    if (answer) await start(answer)
  })
  return (
    <section aria-labelledby="wealth-form" className="rounded-l border border-line bg-surface p-5">
      <h3 id="wealth-form" className="font-semibold">
        {t('wealth.form_title')}
      </h3>
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-4 max-w-xl space-y-5">
        <FormTextField control={control} name="profession" label={t('wealth.profession')} autoComplete="organization-title" maxLength={100} isRequired />
        <FormSelect
          control={control}
          name="income"
          label={t('wealth.income')}
          autoComplete="off"
          options={INCOMES.map((id) => ({ id, label: t(`wealth.income_${id}`) }))}
          isRequired
        />
        <FormSelect
          control={control}
          name="source"
          label={t('wealth.source')}
          autoComplete="off"
          options={SOURCES.map((id) => ({ id, label: t(`wealth.source_${id}`) }))}
          isRequired
        />
        <FormLinesField control={control} name="details" label={t('wealth.details')} help={t('wealth.details_help')} autoComplete="off" maxLength={1000} />
        {!hasFile && <p className="text-sm text-muted">{t('wealth.files_first')}</p>}
        <FormProblem text={formState.errors.root?.message} />
        <Button type="submit" size="l" isDisabled={!hasFile} pending={formState.isSubmitting} className="max-sm:w-full">
          {t('wealth.submit')}
        </Button>
      </form>
    </section>
  )
}
