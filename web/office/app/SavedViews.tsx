import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '@/api/useAction'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormCheckbox, FormTextField } from '@/ui/form'
import { Menu } from '@/ui/Menu'
import { toastError } from '@/ui/toastError'
import { useSiteForm } from '@/ui/useSiteForm'
import { removeView, saveView, viewsQuery } from '../api/views'
import { t } from '../i18n/texts'
import { FormEnd } from '../ui/FormEnd'
import { required, ruled } from '../ui/formRules'

/** Lists whose views are saved; what is typed on the list of players is personal data, and is not kept. */
const PAGES = [
  '/payouts',
  '/settlements',
  '/coins',
  '/adjustments',
  '/documents',
  '/chats',
  '/segments',
  '/coupons',
  '/offers',
  '/content',
  '/media',
  '/titles',
  '/calendar',
  '/concerns',
  '/shared-devices',
  '/exclusion-matches',
  '/games',
  '/reports',
  '/client-log',
  '/log',
]

interface SavedViewsProps {
  /** The path and the search of the page that is shown. */
  page: string
  search: string
  onOpen: (address: string) => void
}

/** A menu of the saved views of a list, with the way to save the present one; nothing on pages that are no list. */
export function SavedViews({ page, search, onOpen }: SavedViewsProps) {
  const isList = PAGES.includes(page)
  const { data } = useQuery({ ...viewsQuery, enabled: isList })
  const queryClient = useQueryClient()
  const [isSaving, setSaving] = useState(false)
  const reload = () => void queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey })
  const { start } = useAction({ run: (id: string, { idempotencyKey }) => removeView(id, idempotencyKey), onDone: reload, onError: toastError })
  // Members who may not save views get no answer.
  if (!isList || !data) return null
  const views = data.filter((view) => view.page === page)
  const shown = views.find((view) => view.search === search && view.is_own)
  return (
    <div className="mb-2 flex justify-end">
      <Menu
        label={t('views.title')}
        trigger={
          <Button size="s" variant="ghost" icon="chevronDown">
            {t('views.title')}
          </Button>
        }
        actions={[
          ...views.map(({ id, name, is_own, by, search: saved }) => ({
            id,
            label: is_own ? name : t('views.of', { name, by }),
            onAction: () => onOpen(page + saved),
          })),
          { id: 'save', label: t('views.save'), icon: 'plus' as const, onAction: () => setSaving(true) },
          ...(shown
            ? [{ id: 'remove', label: t('views.remove', { name: shown.name }), icon: 'close' as const, danger: true, onAction: () => void start(shown.id) }]
            : []),
        ]}
      />
      {isSaving && (
        <SaveDialog
          page={page}
          search={search}
          onDone={() => {
            setSaving(false)
            reload()
          }}
          onClose={() => setSaving(false)}
        />
      )}
    </div>
  )
}

type SaveForm = { name: string; is_shared: boolean }

function SaveDialog({ page, search, onDone, onClose }: { page: string; search: string; onDone: () => void; onClose: () => void }) {
  const { control, formState, onSubmit, refuse } = useSiteForm<SaveForm>({
    name: 'office_view',
    defaultValues: { name: '', is_shared: false },
    resolver: ruled<SaveForm>({ name: required }),
  })
  const { start, isPending } = useAction({
    run: (form: SaveForm, { idempotencyKey }) => saveView({ page, search, ...form }, idempotencyKey),
    onDone,
    onError: (error) => refuse(error, ['name']),
  })
  const submit = onSubmit(start)
  return (
    <Dialog title={t('views.save')} onClose={onClose} size="s">
      <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
        <FormTextField control={control} name="name" label={t('views.name')} autoComplete="off" maxLength={80} isRequired autoFocus />
        <FormCheckbox control={control} name="is_shared">
          {t('views.shared')}
        </FormCheckbox>
        <FormEnd problem={formState.errors.root?.message} confirm={t('views.keep')} isPending={isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}
