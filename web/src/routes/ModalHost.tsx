import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { t } from '@/i18n/messages'
import { Spinner } from '@/ui/Spinner'
import { safeRedirect } from './addresses'
import { modalAt } from './modals'

/** The modal of the current address, over the page; nothing when the address has none. */
export function ModalHost() {
  const { modal: href } = useSearch({ strict: false })
  const navigate = useNavigate()
  const router = useRouter()
  const modal = modalAt(href)
  if (!modal) return null

  const close = () => {
    // Opened from a page of this visit: that page is one step back. Else there is nothing to go back to.
    if (router.history.canGoBack()) router.history.back()
    else void navigate({ to: '.', search: (search) => ({ ...search, modal: undefined }), replace: true })
  }
  const leaveTo = (target: string) => {
    const url = new URL(safeRedirect(target), window.location.origin)
    router.history.replace(url.pathname + url.search + url.hash)
  }
  const { Screen } = modal
  return (
    <Suspense fallback={<ModalLoading />}>
      <Screen path={modal.path} search={modal.search} close={close} leaveTo={leaveTo} />
    </Suspense>
  )
}

/** The dimmed page while the screen is on its way: without the dialog kit, which comes with the screen. */
function ModalLoading() {
  return (
    <div className="fixed inset-0 z-40 grid animate-fade place-items-center bg-scrim/70 text-soft backdrop-blur-[6px]">
      <Spinner size={36} label={t('loading')} />
    </div>
  )
}
