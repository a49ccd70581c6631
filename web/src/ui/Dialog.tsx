import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { t } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { useBlocking } from './blocking'
import { IconButton } from './IconButton'
import { SCRIM } from './scrim'

interface DialogProps {
  title: string
  onClose: () => void
  children: ReactNode
  size?: 's' | 'm' | 'l'
  /** False for what must be answered: no close button, no Escape, no press outside. */
  dismissable?: boolean
  /** Drawn beside the title, for example a step back. */
  lead?: ReactNode
  /** Keeps the title for readers only, where the content brings its own; on wide windows only, where phones have no room for both. */
  titleHidden?: boolean | 'wide'
  isOpen?: boolean
}

/** By `titleHidden`: a hidden title leaves only the cross, which lies over the content. */
const HEADERS: Record<string, string> = {
  false: 'px-5 pt-4 pb-2 md:px-7 md:pt-6',
  true: 'absolute top-3 right-3 z-10',
  wide: 'border-b border-line px-5 py-2 md:absolute md:top-3 md:right-3 md:z-10 md:border-0 md:p-0',
}

const WIDTHS = { s: 'md:max-w-[420px]', m: 'md:max-w-[520px]', l: 'md:max-w-[880px]' }

/** A modal over the page: a centred card, on phones a sheet from the bottom. Traps and returns focus. */
export function Dialog({ title, onClose, children, size = 'm', dismissable = true, lead, titleHidden = false, isOpen = true }: DialogProps) {
  useBlocking(isOpen && !dismissable)
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={dismissable}
      isKeyboardDismissDisabled={!dismissable}
      className={cx(SCRIM, 'flex h-(--visual-viewport-height) items-end justify-center md:items-center md:p-6')}
    >
      <Modal
        className={cx(
          'relative flex max-h-[94%] w-full animate-rise flex-col overflow-hidden rounded-t-l border border-line bg-surface shadow-soft md:max-h-full md:rounded-l',
          WIDTHS[size],
        )}
      >
        <AriaDialog className="flex min-h-0 flex-1 flex-col outline-none">
          <header className={cx('flex items-center gap-2', HEADERS[String(titleHidden)])}>
            {lead}
            <Heading slot="title" className={titleHidden === true ? 'sr-only' : cx('flex-1 text-xl font-semibold', titleHidden && 'md:sr-only')}>
              {title}
            </Heading>
            {dismissable && <IconButton icon="close" label={t('modal.close')} onPress={onClose} className="-mr-2 ml-auto" />}
          </header>
          <div
            className={cx(
              'min-h-0 flex-1 overflow-y-auto overscroll-contain [&_:is(input,button)]:scroll-mt-12',
              !titleHidden && 'px-5 pt-2 pb-[max(24px,env(safe-area-inset-bottom))] md:px-7 md:pb-7',
            )}
          >
            {children}
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
