import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '@/api/useAction'
import { useDebounced } from '@/platform/useDebounced'
import { Button } from '@/ui/Button'
import { Alert } from '@/ui/Alert'
import { showToast } from '@/ui/toast'
import { toastError } from '@/ui/toastError'
import { CONTENT, contentQuery, discardDraft, unscheduleDraft, useFaults } from '../../../api/content'
import { currenciesQuery } from '../../../api/currencies'
import { useMay } from '../../../api/me'
import { offerChoicesQuery, offerQuery, saveOffer, useAssessment } from '../../../api/offers'
import type { OfferChoices, OfferForm, OfferView } from '../../../api/types'
import { t } from '../../../i18n/texts'
import { Loaded } from '../../../ui/Loaded'
import { Time } from '../../../ui/Time'
import { PublishDialog } from '../PublishDialog'
import { AudiencePart } from './AudiencePart'
import { Currencies } from './Currencies'
import { blankOffer, currenciesOf, isNewer, isSame, seenOf, type SeenOffer } from './offerModel'
import { Outlook } from './Outlook'
import { Newer, Warnings } from './remarks'
import { ShownPart } from './ShownPart'
import { SpinsPart } from './SpinsPart'
import { GamesPart, WagerPart } from './WagerPart'
import { WayPart } from './WayPart'

/** How long the form stands still before it is looked at. */
const SETTLES_MS = 400

/** An offer as it is written, once everything is there that it is made of. `view` is null of a new one. */
export function OfferEditor({ view }: { view: OfferView | null }) {
  const choices = useQuery(offerChoicesQuery)
  const currencies = useQuery(currenciesQuery)
  return <Loaded query={currencies}>{() => <Loaded query={choices}>{(found) => <Editing view={view} choices={found} />}</Loaded>}</Loaded>
}

/** What is typed, beside what its writer has seen of the offer. */
function useWriting(view: OfferView | null) {
  const [seen, setSeen] = useState<SeenOffer>(() => (view ? seenOf(view) : { base: 0, revision: 0, offer: blankOffer() }))
  const [offer, setOffer] = useState(seen.offer)
  // What comes from elsewhere is typed anew into every blank.
  const [generation, setGeneration] = useState(0)
  const isChanged = !isSame(offer, seen.offer)
  const newer = view !== null && isNewer(view, seen)
  const adopt = (found: OfferView, kept?: OfferForm) => {
    const next = seenOf(found)
    setSeen(next)
    setOffer(kept ?? next.offer)
    if (!isSame(kept ?? next.offer, offer)) setGeneration(generation + 1)
  }
  // What a colleague has saved is shown at once, unless something of one's own would be lost.
  if (view && newer && !isChanged) adopt(view)
  return { seen, offer, setOffer, generation, isChanged, newer, adopt }
}

function Editing({ view, choices }: { view: OfferView | null; choices: OfferChoices }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const may = useMay()
  const { seen, offer, setOffer, generation, isChanged, newer, adopt } = useWriting(view)
  const [chosen, setCurrency] = useState('EUR')
  const made = currenciesOf(offer)
  const currency = made.includes(chosen) ? chosen : (made[0] ?? '')
  const assessment = useAssessment(useDebounced(offer, SETTLES_MS)).data
  const faults = assessment?.faults ?? []
  const changed = () => void queryClient.invalidateQueries({ queryKey: CONTENT })
  const save = useAction({
    run: (sent: OfferForm, { idempotencyKey }) => saveOffer({ is_new: view === null, base: seen.base, revision: seen.revision, offer: sent }, idempotencyKey),
    onDone: (found, sent) => {
      queryClient.setQueryData(offerQuery(found.code).queryKey, found)
      changed()
      // What was typed meanwhile stays.
      adopt(found, isSame(sent, offer) ? undefined : offer)
      showToast('successfully', t('content.saved'))
      if (view === null) void navigate({ to: '/offers/$code', params: { code: found.code }, replace: true })
    },
    onError: (error) => {
      toastError(error)
      changed()
    },
  })
  const isReadOnly = !may('promotions.edit') || Boolean(view?.draft?.due_at)
  const parts = { offer, onChange: (part: Partial<OfferForm>) => setOffer({ ...offer, ...part }), currency, choices, faults, isReadOnly }
  return (
    <div className="space-y-4">
      {view && newer && isChanged && <Newer view={view} mine={offer} onTake={() => adopt(view)} onKeep={() => adopt(view, offer)} />}
      {view?.draft?.unreadable && <Alert tone="danger">{t('offers.unreadable', { why: view.draft.unreadable })}</Alert>}
      <Currencies offer={offer} onChange={setOffer} shown={currency} onShow={setCurrency} isReadOnly={isReadOnly} />
      <div className="grid items-start gap-4 xl:grid-cols-[3fr_2fr]">
        <div key={`${String(generation)} ${currency}`} className="space-y-4">
          <WayPart {...parts} />
          <AudiencePart {...parts} />
          <WagerPart {...parts} />
          <SpinsPart {...parts} />
          <GamesPart {...parts} />
          <ShownPart {...parts} isNew={view === null} />
        </div>
        <div className="space-y-4">
          <Warnings warnings={assessment?.warnings} />
          <Outlook offer={offer} currency={currency} isFaulty={faults.length > 0} />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {!isReadOnly && (
          <Button
            variant={isChanged ? 'primary' : 'secondary'}
            isDisabled={!isChanged || newer || faults.length > 0}
            pending={save.isPending}
            onPress={() => void save.start(offer)}
          >
            {t('content.save')}
          </Button>
        )}
        {view && <Steps view={view} isChanged={isChanged} />}
        {faults.length > 0 && <p className="text-sm text-danger-text">{t('offers.has_faults')}</p>}
        {!may('promotions.edit') && <p className="text-sm text-muted">{t('content.read_only')}</p>}
      </div>
    </div>
  )
}

/** The steps that a saved draft can take. */
function Steps({ view: { path, code, draft }, isChanged }: { view: OfferView; isChanged: boolean }) {
  const queryClient = useQueryClient()
  const may = useMay()
  const [isPublishing, setPublishing] = useState(false)
  const found = useFaults(draft ? [{ path, revision: draft.revision }] : [])
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: offerQuery(code).queryKey })
    void queryClient.invalidateQueries({ queryKey: contentQuery(path).queryKey })
    void queryClient.invalidateQueries({ queryKey: CONTENT })
  }
  const onError = (error: unknown) => {
    toastError(error)
    refresh()
  }
  const discard = useAction({ run: (revision: number, { idempotencyKey }) => discardDraft(path, revision, idempotencyKey), onDone: refresh, onError })
  const unschedule = useAction({ run: (_: void, { idempotencyKey }) => unscheduleDraft(path, idempotencyKey), onDone: refresh, onError })
  if (!draft) return null
  const isScheduled = draft.due_at !== null
  return (
    <>
      {may('promotions.publish') && !isScheduled && (
        <Button
          variant={isChanged ? 'secondary' : 'primary'}
          isDisabled={isChanged || draft.is_own || !found.data || found.data.length > 0}
          onPress={() => setPublishing(true)}
        >
          {t('content.publish')}
        </Button>
      )}
      {may('promotions.publish') && isScheduled && (
        <Button variant="secondary" pending={unschedule.isPending} onPress={() => void unschedule.start()}>
          {t('content.unschedule')}
        </Button>
      )}
      {may('promotions.edit') && !isScheduled && (
        <Button variant="ghost" pending={discard.isPending} onPress={() => void discard.start(draft.revision)}>
          {t('content.discard')}
        </Button>
      )}
      {draft.due_at && (
        <p className="text-sm text-muted">
          {t('content.waits_until')} <Time at={draft.due_at} /> · {draft.scheduled_by}: {draft.reason}
        </p>
      )}
      {draft.fault && <p className="w-full text-sm text-danger-text">{t('content.was_not_published', { fault: draft.fault })}</p>}
      {found.data?.map(({ path: place, message }) => (
        <p key={`${place ?? ''} ${message}`} role="alert" className="w-full text-sm break-words text-danger-text">
          {place} {message}
        </p>
      ))}
      {draft.is_own && may('promotions.publish') && !isScheduled && <p className="text-sm text-muted">{t('content.needs_colleague')}</p>}
      {isPublishing && <PublishDialog path={path} revision={draft.revision} onClose={() => setPublishing(false)} />}
    </>
  )
}
