import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMedia, useMediaBrands } from '../../api/media'
import { useMay } from '../../api/me'
import { t } from '../../i18n/texts'
import { AddressSelect } from '../../ui/AddressSelect'
import { FilterTabs } from '../../ui/FilterTabs'
import { PageHead } from '../../ui/PageHead'
import { SearchField } from '../../ui/SearchField'
import { useTypedQuery } from '../../ui/useTypedQuery'
import { MediaGrid } from '../../ui/media/MediaGrid'
import { MediaUpload } from '../../ui/media/MediaUpload'
import { MediumDialog } from './MediumDialog'

const route = getRouteApi('/member/media')

/** The library: pictures and files for pages, banners, notices and tiles. */
export function MediaPage() {
  const search = route.useSearch()
  const navigate = useNavigate()
  const may = useMay()
  const [typed, setTyped] = useTypedQuery(search.query, (query) => void navigate({ to: '/media', search: { ...search, query }, replace: true }))
  const brands = useMediaBrands()
  const list = useMedia(search)
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <>
      <PageHead
        title={t('media.title')}
        lead={t('media.lead')}
        actions={
          <FilterTabs
            label={t('media.filter')}
            name="kind"
            chosen={search.kind}
            choices={(['all', 'picture', 'file'] as const).map((value) => ({ value, label: t(`media.kind_${value}`) }))}
          />
        }
      />
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <div className="min-w-56 flex-1 md:max-w-md">
          <SearchField label={t('media.search')} value={typed} onChange={setTyped} />
        </div>
        {brands.length > 1 && (
          <AddressSelect
            label={t('media.brand')}
            name="brand"
            value={search.brand}
            all={t('media.any_brand')}
            choices={brands.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
      </div>
      {may('content.edit') && (
        <div className="mb-4">
          <MediaUpload onUploaded={({ id }) => setChosen(id)} />
        </div>
      )}
      <MediaGrid list={list} onChoose={({ id }) => setChosen(id)} />
      {chosen !== null && <MediumDialog id={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}
