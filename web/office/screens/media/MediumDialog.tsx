import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '@/api/errors'
import { useAction } from '@/api/useAction'
import { fieldTexts, problemText } from '@/i18n/errorText'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormProblem } from '@/ui/FormProblem'
import { TextField } from '@/ui/TextField'
import { showToast } from '@/ui/toast'
import { MEDIA, mediumFile, mediumQuery, saveMedium, useMediaBrands, withdrawMedium } from '../../api/media'
import { useMay } from '../../api/me'
import type { MediumDetail } from '../../api/types'
import { t } from '../../i18n/texts'
import { Loaded } from '../../ui/Loaded'
import { ReasonDialog } from '../../ui/ReasonDialog'
import { Time } from '../../ui/Time'
import { LANGUAGES, pageOf } from '../../ui/documentAddresses'
import { copyAddress } from './copyAddress'
import { factsOf } from '../../ui/media/MediaGrid'

/** A medium: what it is, what it shows in each language, and where it is used. */
export function MediumDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(mediumQuery(id))
  const [isWithdrawing, setWithdrawing] = useState(false)
  if (isWithdrawing && query.data) return <Withdraw detail={query.data} onClose={() => setWithdrawing(false)} onDone={onClose} />
  return (
    <Dialog title={query.data?.medium.name ?? t('media.title')} onClose={onClose} size="l">
      <Loaded query={query}>{(detail) => <Shown detail={detail} onClose={onClose} onWithdraw={() => setWithdrawing(true)} />}</Loaded>
    </Dialog>
  )
}

function Shown({ detail, onClose, onWithdraw }: { detail: MediumDetail; onClose: () => void; onWithdraw: () => void }) {
  const { medium, uses } = detail
  const may = useMay()
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <div className="space-y-3">
        {medium.file_type === 'pdf' ? (
          <a href={mediumFile(medium.id)} download className="text-link underline-offset-4 hover:underline">
            {t('documents.save')}
          </a>
        ) : (
          <img src={mediumFile(medium.id)} alt={medium.alts.en ?? ''} className="max-h-80 w-full rounded-m bg-raised object-contain" />
        )}
        <p className="text-sm text-muted">{factsOf(medium)}</p>
        <p className="text-sm text-muted">
          {medium.uploaded_by} · <Time at={medium.uploaded_at} />
        </p>
        <code className="block rounded-m border border-line bg-raised p-3 text-xs break-all select-all">{medium.address}</code>
        <Button variant="secondary" size="s" icon="copy" onPress={() => copyAddress(medium.address)}>
          {t('media.copy')}
        </Button>
        <Uses uses={uses} />
        {may('content.publish') && (
          <Button variant="ghost" size="s" isDisabled={uses.length > 0} onPress={onWithdraw}>
            {t('media.withdraw')}
          </Button>
        )}
      </div>
      <Texts key={medium.revision} detail={detail} onClose={onClose} isReadOnly={!may('content.edit')} />
    </div>
  )
}

function Uses({ uses }: Pick<MediumDetail, 'uses'>) {
  return (
    <section aria-label={t('media.uses')} className="text-sm">
      <h3 className="font-medium">{t('media.uses')}</h3>
      {uses.length === 0 ? (
        <p className="text-muted">{t('media.unused')}</p>
      ) : (
        <ul className="mt-1 space-y-1">
          {uses.map(({ path, state }) => (
            <li key={`${path} ${state}`}>
              <Link to={pageOf(path)} className="font-mono text-link underline-offset-4 hover:underline">
                {path}
              </Link>{' '}
              <span className="text-muted">{t(`media.use_${state}`)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Name, brand and what it shows in each language. */
function Texts({ detail: { medium }, onClose, isReadOnly }: { detail: MediumDetail; onClose: () => void; isReadOnly: boolean }) {
  const queryClient = useQueryClient()
  const brands = useMediaBrands()
  const [name, setName] = useState(medium.name)
  const [alts, setAlts] = useState(medium.alts)
  const [brand, setBrand] = useState(medium.brand)
  const [failure, setFailure] = useState<unknown>()
  const { start, isPending } = useAction({
    run: (_: void, { idempotencyKey }) => saveMedium(medium.id, { revision: medium.revision, name, alts, brand }, idempotencyKey),
    onDone: () => {
      showToast('successfully', t('media.saved'))
      void queryClient.invalidateQueries({ queryKey: MEDIA })
      onClose()
    },
    onError: (error) => {
      setFailure(error)
      if (error instanceof ApiError && error.status === 409) void queryClient.invalidateQueries({ queryKey: MEDIA })
    },
  })
  const faults = fieldTexts(failure)
  const isForForm = failure !== undefined && Object.keys(faults).length === 0
  return (
    <form
      className="space-y-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void start()
      }}
    >
      <TextField label={t('media.name')} autoComplete="off" maxLength={120} value={name} error={faults.name} isReadOnly={isReadOnly} onChange={setName} />
      <label className="flex flex-col gap-1 text-sm text-soft">
        {t('media.brand')}
        <select
          value={brand ?? ''}
          disabled={isReadOnly}
          onChange={({ target }) => setBrand(target.value || null)}
          className="h-10 rounded-m border border-line bg-surface px-2 text-sm text-text pointer-coarse:h-11"
        >
          <option value="">{t('media.every_brand')}</option>
          {brands.map(({ id, name: title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {medium.file_type !== 'pdf' && (
        <fieldset className="space-y-3">
          <legend className="text-sm font-medium">{t('media.alts')}</legend>
          <p className="text-xs text-muted">{t('media.alts_help')}</p>
          {LANGUAGES.map((language) => (
            <TextField
              key={language}
              label={t('media.alt_in', { language })}
              autoComplete="off"
              maxLength={300}
              value={alts[language] ?? ''}
              isReadOnly={isReadOnly}
              onChange={(text) => setAlts({ ...alts, [language]: text })}
            />
          ))}
        </fieldset>
      )}
      <FormProblem text={faults.alts ?? faults.brand ?? (isForForm ? problemText(failure) : undefined)} />
      {!isReadOnly && (
        <Button type="submit" pending={isPending}>
          {t('media.save')}
        </Button>
      )}
    </form>
  )
}

function Withdraw({ detail: { medium }, onClose, onDone }: { detail: MediumDetail; onClose: () => void; onDone: () => void }) {
  const queryClient = useQueryClient()
  return (
    <ReasonDialog
      title={t('media.withdraw_title', { name: medium.name })}
      text={t('media.withdraw_text')}
      confirm={t('media.withdraw')}
      tone="danger"
      run={(reason, idempotencyKey) => withdrawMedium(medium.id, reason, idempotencyKey)}
      onDone={() => {
        showToast('successfully', t('media.withdrawn'))
        void queryClient.invalidateQueries({ queryKey: MEDIA })
        onDone()
      }}
      onChanged={() => {
        void queryClient.invalidateQueries({ queryKey: MEDIA })
        onClose()
      }}
      onClose={onClose}
    />
  )
}
