import { useState } from 'react'
import { useAction } from '@/api/useAction'
import { Button } from '@/ui/Button'
import { Select } from '@/ui/Select'
import { TextField } from '@/ui/TextField'
import { toastError } from '@/ui/toastError'
import { previewDrafts, useContentList } from '../../api/content'
import type { ContentDocument, DraftChoice } from '../../api/types'
import { t } from '../../i18n/texts'
import { State } from '../../ui/Loaded'
import { SITE_LANGUAGES } from '../../i18n/siteLanguages'
import { languageOf, siteAddressOf } from '../../ui/documentAddresses'
import { OtherDrafts } from './OtherDrafts'
import { hasPath, useTogether } from './together'

const WIDTHS = ['390', '1440'] as const
const HEIGHT = 760

/** The draft on the real site, in any language and at the widths of a phone and a desk. */
export function Preview({ document: { path, draft, group } }: { document: ContentDocument }) {
  const rows = useContentList().data
  const { drafts, ticked, toggle } = useTogether(
    path,
    rows?.filter((row) => row.group === 'content'),
  )
  // A preview shows drafts as they are now, not as they were when they were ticked.
  const along = drafts.filter((one) => hasPath(ticked, one.path))
  const [language, setLanguage] = useState(languageOf(path) ?? 'en-CA')
  const [address, setAddress] = useState(siteAddressOf(path))
  const [width, setWidth] = useState<(typeof WIDTHS)[number]>('390')
  const [link, setLink] = useState<string | null>(null)
  const { start, isPending } = useAction({
    run: (documents: readonly DraftChoice[], { idempotencyKey }) => previewDrafts(documents, idempotencyKey),
    onDone: ({ url }) => setLink(url),
    onError: toastError,
  })
  if (group === 'catalogue') return <State icon="eye" title={t('preview.catalogue')} text={t('preview.catalogue_text')} />
  if (group === 'risk') return <State icon="eye" title={t('preview.risk')} text={t('preview.risk_text')} />
  if (group === 'promotions') return <State icon="eye" title={t('preview.promotions')} text={t('preview.promotions_text')} />
  if (!draft) return <State icon="eye" title={t('content.no_draft')} text={t('preview.no_draft')} />
  const shown = link && `${link}?to=${encodeURIComponent(`/${language}${address === '/' ? '' : address}`)}`
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-end gap-3">
        <Select label={t('language')} autoComplete="off" value={language} onChange={setLanguage} options={SITE_LANGUAGES.map((id) => ({ id, label: id }))} />
        <Select
          label={t('preview.width')}
          autoComplete="off"
          value={width}
          onChange={(id) => setWidth(id as (typeof WIDTHS)[number])}
          options={WIDTHS.map((id) => ({ id, label: `${id} px` }))}
        />
        <TextField label={t('preview.page')} autoComplete="off" value={address} onChange={setAddress} />
        <Button pending={isPending} onPress={() => void start([{ path, revision: draft.revision }, ...along])}>
          {t(link ? 'preview.again' : 'preview.open')}
        </Button>
        {shown && (
          <a href={shown} target="_blank" rel="noreferrer" className="py-2 text-sm font-medium text-link underline-offset-4 hover:underline">
            {t('preview.tab')}
          </a>
        )}
      </div>
      <OtherDrafts label={t('preview.together')} drafts={drafts} ticked={along} onToggle={toggle} />
      <p className="text-sm text-muted">{t('preview.text')}</p>
      {shown && <Frame key={`${shown} ${width}`} address={shown} width={Number(width)} />}
    </div>
  )
}

/** The site in a frame of `width`, made smaller where the page has less room. */
function Frame({ address, width }: { address: string; width: number }) {
  const [room, setRoom] = useState(width)
  const scale = Math.min(1, room / width)
  return (
    <div
      ref={(place) => {
        if (place && place.clientWidth > 0 && place.clientWidth !== room) setRoom(place.clientWidth)
      }}
      className="overflow-hidden rounded-l border border-line"
      style={{ height: HEIGHT * scale }}
    >
      <iframe
        title={t('content.view_preview')}
        src={address}
        style={{ width, height: HEIGHT, border: 0, transform: `scale(${scale})`, transformOrigin: '0 0' }}
      />
    </div>
  )
}
