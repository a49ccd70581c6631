import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isDefinitive } from '@/api/action'
import { ApiError } from '@/api/errors'
import { useAction } from '@/api/useAction'
import { problemText } from '@/i18n/errorText'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { Checkbox } from '@/ui/Checkbox'
import { FileUpload, type UploadFailure } from '@/ui/FileUpload'
import { showToast } from '@/ui/toast'
import { toastError } from '@/ui/toastError'
import { importPartnersQuery, previewList, takeList, type ListChoice } from '../../../api/catalogueImport'
import { CONTENT } from '../../../api/content'
import type { ImportPreview } from '../../../api/types'
import { t } from '../../../i18n/texts'
import { Loaded } from '../../../ui/Loaded'
import { PageHead } from '../../../ui/PageHead'
import { Panel } from '../../../ui/Panel'
import { ImportedGames, RefusedRows } from './ImportedGames'

const CHANGED_TITLES = { query: '', state: 'changed', collection: '', country: '' } as const
const LIST_TYPES = ['.json', '.jsonl', '.csv', 'application/json', 'text/csv'] as const
const LIST_MAX = 10 * 1024 * 1024

/** A list that was read: what it changes, and what was chosen for it. */
interface Seen {
  file: File
  choice: ListChoice
  preview: ImportPreview
}

/** A partner's list of games: chosen, looked at, and taken over into the draft of the catalogue. */
export function ImportPage() {
  const partners = useQuery(importPartnersQuery)
  return (
    <>
      <PageHead title={t('import.title')} lead={t('import.lead')} />
      <Loaded query={partners}>{(found) => <Importing partners={found} />}</Loaded>
    </>
  )
}

function judge({ name, size }: File): string | undefined {
  if (!/\.(?:jsonl?|csv)$/i.test(name)) return t('import.type')
  return size > LIST_MAX ? t('import.too_large') : undefined
}

/** What the server has against a list, in its own words where it says which part cannot be read. */
function failureOf(error: unknown): UploadFailure {
  const [fault] = error instanceof ApiError ? (error.fields.file ?? []) : []
  return { text: fault?.message ?? problemText(error), canRetry: !isDefinitive(error) }
}

/** What is chosen for the next list, and what the last one changes. */
export function Importing({ partners }: { partners: readonly { name: string; providers: string[] }[] }) {
  const [choice, setChoice] = useState<ListChoice>({ partner: '', whole: false })
  const [seen, setSeen] = useState<Seen | null>(null)
  // What was read for another choice says nothing of this one.
  const choose = (part: Partial<ListChoice>) => {
    setChoice({ ...choice, ...part })
    setSeen(null)
  }
  const providers = partners.find(({ name }) => name === choice.partner)?.providers
  const send = async (file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<UploadFailure | undefined> => {
    try {
      setSeen({ file, choice, preview: await previewList(file, choice, onProgress, signal) })
      return undefined
    } catch (error) {
      return failureOf(error)
    }
  }
  return (
    <div className="space-y-4">
      <Panel title={t('import.file')}>
        <div className="space-y-4">
          {partners.length > 0 && (
            <label className="flex max-w-md flex-col gap-1 text-sm text-soft">
              {t('import.partner')}
              <select
                value={choice.partner}
                onChange={({ target }) => choose({ partner: target.value })}
                className="h-10 rounded-m border border-line bg-surface px-2 text-sm text-text pointer-coarse:h-11"
              >
                <option value="">{t('import.any_partner')}</option>
                {partners.map(({ name }) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </select>
              {providers && <span className="text-xs text-muted">{t('import.partner_help', { providers: providers.join(', ') })}</span>}
            </label>
          )}
          <Checkbox isSelected={choice.whole} onChange={(whole) => choose({ whole })}>
            {t('import.whole')}
          </Checkbox>
          <FileUpload
            key={`${choice.partner} ${String(choice.whole)}`}
            types={LIST_TYPES}
            judge={judge}
            send={send}
            texts={{
              label: t('import.file'),
              accepted: t('import.accepted'),
              choose: t('import.choose'),
              photo: t('import.photo'),
              retry: t('state.retry'),
              cancel: t('cancel'),
              sending: (name) => t('import.sending', { name }),
            }}
          />
        </div>
      </Panel>
      {seen && (
        <Outcome
          key={seen.preview.digest}
          seen={seen}
          onDone={() => setSeen(null)}
          onChanged={() => {
            setSeen(null)
            void send(seen.file, () => undefined, new AbortController().signal).then((failure) => failure && showToast('reject', failure.text))
          }}
        />
      )}
    </div>
  )
}

/** What a list changes, and the way to take it over. */
function Outcome({ seen: { file, choice, preview }, onDone, onChanged }: { seen: Seen; onDone: () => void; onChanged: () => void }) {
  const queryClient = useQueryClient()
  const take = useAction({
    run: (_: void, { idempotencyKey }) => takeList(file, choice, preview.digest, idempotencyKey),
    onDone: () => {
      showToast('successfully', t('import.taken'))
      void queryClient.invalidateQueries({ queryKey: CONTENT })
      onDone()
    },
    onError: (error) => {
      toastError(error)
      // A colleague was first: what the list changes now is another thing, and is looked at before it is taken over.
      if (error instanceof ApiError && error.status === 409) onChanged()
    },
  })
  const isRefused = preview.refused_total > 0
  const isNothing = preview.new.total + preview.changed.total + preview.gone.total === 0
  return (
    <section aria-label={t('import.preview', { name: file.name })} className="space-y-4">
      <h2 className="text-lg font-semibold">{t('import.preview', { name: file.name })}</h2>
      {isRefused && <Alert tone="danger">{t('import.refused_text')}</Alert>}
      {!isRefused && isNothing && <Alert tone="info">{t('import.nothing')}</Alert>}
      {preview.left_out.length > 0 && <Alert tone="info">{t('import.left_out', { fields: preview.left_out.join(', ') })}</Alert>}
      <RefusedRows rows={preview.refused} total={preview.refused_total} />
      <ImportedGames title={t('import.new')} found={preview.new} />
      <ImportedGames title={t('import.changed')} found={preview.changed} hasFields />
      <ImportedGames title={t('import.gone')} found={preview.gone} />
      <p className="text-sm text-muted">{t('import.same', { count: preview.same })}</p>
      <div className="flex flex-wrap items-center gap-3">
        <Button isDisabled={isRefused || isNothing} pending={take.isPending} onPress={() => void take.start()}>
          {t('import.take')}
        </Button>
        <Link to="/titles" search={CHANGED_TITLES} className="text-sm text-link underline-offset-4 hover:underline">
          {t('import.draft')}
        </Link>
      </div>
    </section>
  )
}
