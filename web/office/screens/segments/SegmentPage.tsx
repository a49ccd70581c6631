import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { ApiError } from '@/api/errors'
import { useAction } from '@/api/useAction'
import { fieldTexts, problemText } from '@/i18n/errorText'
import { Button } from '@/ui/Button'
import { FormProblem } from '@/ui/FormProblem'
import { Alert } from '@/ui/Alert'
import { TextField } from '@/ui/TextField'
import { showToast } from '@/ui/toast'
import { currenciesQuery, useCurrencies } from '../../api/currencies'
import { useIsBound } from '../../api/me'
import { archiveSegment, createSegment, saveSegment, segmentChoicesQuery, segmentQuery, SEGMENTS } from '../../api/segments'
import type { Segment, SegmentChoices, SegmentRule, SegmentVersion } from '../../api/types'
import { t } from '../../i18n/texts'
import { FileLink } from '../../ui/FileLink'
import { Loaded } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { Panel } from '../../ui/Panel'
import { ReasonDialog } from '../../ui/ReasonDialog'
import { Time } from '../../ui/Time'
import { CountPanel } from './CountPanel'
import { isRuleWhole, NEW_RULE } from './rule'
import { RuleEditor } from './RuleEditor'
import { sentenceOf } from './sentence'

const route = getRouteApi('/member/segments/$id')

function Back() {
  return (
    <Link to="/segments" search={{ state: 'used' }} className="mb-3 inline-block rounded-s text-sm text-link underline-offset-4 hover:underline">
      {t('segments.back')}
    </Link>
  )
}

/** What rules may name, once the currencies are known as well: without their units an amount is neither told nor read. */
function WithChoices({ children }: { children: (choices: SegmentChoices) => ReactNode }) {
  const choices = useQuery(segmentChoicesQuery)
  const currencies = useQuery(currenciesQuery)
  return (
    <Loaded query={currencies} isPage>
      {() => (
        <Loaded query={choices} isPage>
          {children}
        </Loaded>
      )}
    </Loaded>
  )
}

/** A segment that is made. */
export function NewSegmentPage() {
  return (
    <>
      <Back />
      <WithChoices>{(found) => <Editor choices={found} />}</WithChoices>
    </>
  )
}

/** A segment: its rule, how many players fit it, and its versions. */
export function SegmentPage() {
  const { id } = route.useParams()
  const segment = useQuery(segmentQuery(id))
  return (
    <>
      <Back />
      <WithChoices>
        {(found) => (
          <Loaded query={segment} isPage>
            {({ segment: shown, versions }) => (
              <>
                <Editor key={shown.id} segment={shown} choices={found} />
                <Versions versions={versions} choices={found} />
              </>
            )}
          </Loaded>
        )}
      </WithChoices>
    </>
  )
}

/** What is being written, and on which version. */
interface Draft {
  name: string
  rule: SegmentRule
  revision: number
}

const draftOf = (segment: Segment | undefined): Draft =>
  segment ? { name: segment.version.name, rule: segment.version.rule, revision: segment.version.revision } : { name: '', rule: NEW_RULE, revision: 0 }

function useSaving(segment: Segment | undefined, setDraft: (draft: Draft) => void) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const [problem, setProblem] = useState<string>()
  const { start, isPending } = useAction({
    run: ({ name, rule, revision }: Draft, { idempotencyKey }) =>
      segment ? saveSegment(segment.id, revision, name.trim(), rule, idempotencyKey) : createSegment(name.trim(), rule, idempotencyKey),
    onDone: ({ segment: saved }) => {
      setProblem(undefined)
      setDraft(draftOf(saved))
      showToast('successfully', t('segments.saved', { name: saved.version.name }))
      void queryClient.invalidateQueries({ queryKey: SEGMENTS })
      if (!segment) void router.navigate({ to: '/segments/$id', params: { id: saved.id }, replace: true })
    },
    onError: (error) => {
      // What a colleague has saved is shown beside what stands here.
      if (segment && error instanceof ApiError && error.status === 409) void queryClient.invalidateQueries({ queryKey: SEGMENTS })
      else setProblem(Object.values(fieldTexts(error)).join(' ') || problemText(error))
    },
  })
  return { save: start, isPending, problem }
}

function Editor({ segment, choices }: { segment?: Segment; choices: SegmentChoices }) {
  const [draft, setDraft] = useState(() => draftOf(segment))
  const [isArchiving, setArchiving] = useState(false)
  const { save, isPending, problem } = useSaving(segment, setDraft)
  const names = { choices, currencies: useCurrencies() }
  const isWhole = isRuleWhole(draft.rule)
  const isBound = useIsBound()
  const isArchived = Boolean(segment?.archived_at)
  return (
    <>
      <PageHead
        title={segment?.version.name ?? t('segments.new')}
        lead={isWhole ? sentenceOf(draft.rule, names) : undefined}
        actions={
          segment &&
          !isBound && (
            <>
              <FileLink href={`/api/segments/${segment.id}/export`}>{t('segments.members_csv')}</FileLink>
              {!isArchived && (
                <Button size="s" variant="ghost" onPress={() => setArchiving(true)}>
                  {t('segments.archive')}
                </Button>
              )}
            </>
          )
        }
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <form
          className="space-y-4"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void save(draft)
          }}
        >
          {isArchived && <Alert tone="warning">{t('segments.archived_notice')}</Alert>}
          {segment && segment.version.revision > draft.revision && (
            <Conflict
              theirs={segment.version}
              names={names}
              onTake={() => setDraft(draftOf(segment))}
              onKeep={() => setDraft({ ...draft, revision: segment.version.revision })}
            />
          )}
          <TextField
            label={t('segments.name')}
            autoComplete="off"
            maxLength={80}
            isRequired
            value={draft.name}
            onChange={(name) => setDraft({ ...draft, name })}
          />
          {/* Another version is another form: what was typed in the fields of one is not taken over. */}
          <RuleEditor key={draft.revision} rule={draft.rule} choices={choices} onChange={(rule) => setDraft({ ...draft, rule })} />
          {isBound && <Alert tone="info">{t('segments.bound')}</Alert>}
          <FormProblem text={problem} />
          <Button type="submit" pending={isPending} isDisabled={!isWhole || draft.name.trim() === '' || isArchived || isBound}>
            {t('segments.save')}
          </Button>
        </form>
        {!isBound && <CountPanel rule={draft.rule} isWhole={isWhole} />}
      </div>
      {segment && isArchiving && <ArchiveDialog segment={segment} onClose={() => setArchiving(false)} />}
    </>
  )
}

interface ConflictProps {
  theirs: SegmentVersion
  names: Parameters<typeof sentenceOf>[1]
  onTake: () => void
  onKeep: () => void
}

/** Somebody was first: which of the two is gone on with. */
function Conflict({ theirs, names, onTake, onKeep }: ConflictProps) {
  return (
    <Alert tone="warning">
      <p className="font-semibold">{t('segments.conflict')}</p>
      <p>
        {theirs.name}: {sentenceOf(theirs.rule, names)}
      </p>
      <p className="text-xs text-muted">
        {theirs.by} · <Time at={theirs.at} />
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="s" variant="secondary" onPress={onTake}>
          {t('segments.take_theirs')}
        </Button>
        <Button size="s" variant="ghost" onPress={onKeep}>
          {t('segments.keep_mine')}
        </Button>
      </div>
    </Alert>
  )
}

function ArchiveDialog({ segment, onClose }: { segment: Segment; onClose: () => void }) {
  const queryClient = useQueryClient()
  const onChanged = () => {
    onClose()
    void queryClient.invalidateQueries({ queryKey: SEGMENTS })
  }
  return (
    <ReasonDialog
      title={t('segments.archive_title', { name: segment.version.name })}
      text={t('segments.archive_text')}
      confirm={t('segments.archive')}
      tone="danger"
      run={(reason, key) => archiveSegment(segment.id, reason, key)}
      onDone={() => {
        showToast('successfully', t('segments.archived_done'))
        onChanged()
      }}
      onChanged={onChanged}
      onClose={onClose}
    />
  )
}

function Versions({ versions, choices }: { versions: readonly SegmentVersion[]; choices: SegmentChoices }) {
  const names = { choices, currencies: useCurrencies() }
  return (
    <Panel title={t('segments.versions')} className="mt-4">
      <ol className="space-y-3 text-sm">
        {versions.map((version) => (
          <li key={version.revision}>
            <p>
              <span className="font-medium">{t('segments.version', { revision: version.revision })}</span> {version.name}: {sentenceOf(version.rule, names)}
            </p>
            <p className="text-xs text-muted">
              {version.by} · <Time at={version.at} />
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
