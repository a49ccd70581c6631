import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useBrand, useLogo } from '@/api/info/brand'
import { usePlayer } from '@/api/session/player'
import { GiftCount } from '@/features/gifts/components/GiftCount'
import { useGifts } from '@/features/gifts/components/useGifts'
import { NotificationCount } from '@/features/notifications/components/NotificationCount'
import { useNotifications } from '@/features/notifications/model/useNotifications'
import { managerQuery } from '@/features/content/api/manager'
import { currentLocale, t } from '@/i18n/messages'
import { useInstallPrompt } from '@/platform/installPrompt'
import { cx } from '@/platform/cx'
import { groupsOf } from '@/domain/player/groups'
import { Icon, type IconName } from '@/ui/Icon'
import { IconButton } from '@/ui/IconButton'
import { Logo } from '@/ui/Logo'
import { useOverlays } from '@/ui/overlays'
import { SCRIM } from '@/ui/scrim'
import { ownName } from '../languages'
import { LocalTime } from '../LocalTime'
import { useNavItems, usePromotionItems, useTextItems, type NavItem } from '../navigation'
import { NavLink } from '../NavLink'
import { useRouteExists } from '@/platform/useRouteExists'
import { AccountBlock } from './AccountBlock'

/** Everything the site has, slid in over the page: account, places, help, language and the time of day. */
export function Sidebar({ onClose }: { onClose: () => void }) {
  const brand = useBrand()
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(open) => !open && onClose()} className={cx(SCRIM, 'h-(--visual-viewport-height)')}>
      <Modal className="absolute inset-y-0 right-0 flex w-[min(380px,calc(100vw-40px))] animate-from-right flex-col border-l border-line bg-surface shadow-soft lg:right-auto lg:left-0 lg:animate-from-left lg:border-r lg:border-l-0">
        <Dialog aria-label={t('shell.menu')} className="flex min-h-0 flex-1 flex-col outline-none">
          <header className="flex h-(--header-height) shrink-0 items-center justify-between border-b border-line/60 pr-2 pl-4">
            <Logo brand={brand} logo={useLogo()} />
            <IconButton icon="close" label={t('modal.close')} onPress={onClose} />
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-5">
            <AccountBlock onClose={onClose} />
            <Places onClose={onClose} />
          </div>
          <footer className="flex shrink-0 items-center gap-3 border-t border-line/60 px-5 pt-3.5 pb-[max(14px,env(safe-area-inset-bottom))] text-sm text-muted">
            <Icon name="clock" size={18} />
            {t('shell.local_time')}
            <LocalTime className="ml-auto font-medium text-text" />
          </footer>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function Places({ onClose }: { onClose: () => void }) {
  const player = usePlayer()
  const { openLanguages, openSearch } = useOverlays()
  const hasSupport = useRouteExists('/support')
  const promotions = usePromotionItems()
  const isGroup = promotions.length > 1
  const tiles = [...useNavItems(), ...(isGroup ? [] : promotions)]
  return (
    <>
      <button
        type="button"
        onClick={openSearch}
        className="pressable mt-5 flex h-12 w-full items-center gap-3.5 rounded-m border border-line bg-raised px-4 text-sm font-medium text-muted hover:border-line-strong hover:text-soft"
      >
        <Icon name="search" /> {t('shell.search')}
      </button>
      <Group title={t('menu.games')}>
        <ul className="grid grid-cols-2 gap-2">
          {tiles.map((item) => (
            <li key={item.id}>
              <Tile item={item} onClose={onClose} />
            </li>
          ))}
        </ul>
      </Group>
      {isGroup && (
        <Group title={t('menu.promotions')}>
          <Rows>
            {promotions.map((item) => (
              <Row key={item.id} to={item.to} icon={item.icon} onClose={onClose}>
                {item.label}
              </Row>
            ))}
          </Rows>
        </Group>
      )}
      {player && (
        <Group title={t('shell.account')}>
          <Rows>
            <NotificationsRow />
            <Row to="/profile" icon="user" onClose={onClose}>
              {t('shell.profile')}
            </Row>
            <GiftsRow onClose={onClose} />
            <Row to="/dashboard" icon="wallet" onClose={onClose}>
              {t('shell.cashbox')}
            </Row>
            <Row to="/profile/payments" icon="card" onClose={onClose}>
              {t('profile.payments')}
            </Row>
            <Row to="/profile/wallets" icon="layers" onClose={onClose}>
              {t('profile.wallets')}
            </Row>
            <Row to="/profile/games-history" icon="history" onClose={onClose}>
              {t('shell.history')}
            </Row>
            <Row to="/profile/security" icon="lock" onClose={onClose}>
              {t('security.title')}
            </Row>
            <Row to="/profile/fairness" icon="scales" onClose={onClose}>
              {t('nav.fairness')}
            </Row>
            <ManagerRow onClose={onClose} />
          </Rows>
        </Group>
      )}
      <Group title={t('menu.help')}>
        <Rows>
          {hasSupport && (
            <Row to="/support" icon="support" onClose={onClose}>
              {t('shell.support')}
            </Row>
          )}
          <Row to="/payments" icon="card" onClose={onClose}>
            {t('nav.payments')}
          </Row>
          <Row to="/responsible-gaming" icon="shield" onClose={onClose}>
            {t('nav.responsible')}
          </Row>
          <HelpPages onClose={onClose} />
          <li>
            <button type="button" onClick={openLanguages} className={ROW}>
              <Icon name="globe" /> {t('shell.language')}
              <span className="ml-auto truncate text-muted">{ownName(currentLocale())}</span>
            </button>
          </li>
          <InstallRow />
        </Rows>
      </Group>
    </>
  )
}

/** Opens what the operator has told the player, and counts what is unread. */
function NotificationsRow() {
  const { openNotifications } = useOverlays()
  const { unread } = useNotifications()
  return (
    <li>
      <button type="button" onClick={openNotifications} aria-label={t('notifications.open', { count: unread })} className={ROW}>
        <Icon name="bell" /> {t('notifications.title')}
        <NotificationCount className="ml-auto" />
      </button>
    </li>
  )
}

/** Leads to what the player was given, and counts what is at hand. */
function GiftsRow({ onClose }: { onClose: () => void }) {
  const { current } = useGifts()
  return (
    <li>
      <NavLink to="/profile/gifts" onClick={onClose} className={ROW}>
        <Icon name="gift" /> <span aria-hidden="true">{t('gifts.title')}</span>
        <span className="sr-only">{t('gifts.count', { count: current.length })}</span>
        <GiftCount className="ml-auto" />
      </NavLink>
    </li>
  )
}

/** Who looks after an important player; nothing for those whom nobody does. */
function ManagerRow({ onClose }: { onClose: () => void }) {
  const manager = useQuery(managerQuery(groupsOf(usePlayer()))).data
  return (
    manager && (
      <Row to="/support" icon="crown" onClose={onClose}>
        {t('menu.manager', { name: manager.managerName })}
      </Row>
    )
  )
}

/** Puts the site among the device's apps, where the browser offers that. */
function InstallRow() {
  const install = useInstallPrompt()
  if (!install) return null
  return (
    <li>
      <button type="button" onClick={install} className={ROW}>
        <Icon name="plus" /> {t('install.item')}
      </button>
    </li>
  )
}

/** The operator's texts of help. */
function HelpPages({ onClose }: { onClose: () => void }) {
  return useTextItems('bottom-menu-help').map((item) => (
    <Row key={item.id} to={item.to} icon={item.icon} onClose={onClose}>
      {item.label}
    </Row>
  ))
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6">
      <h2 className="mb-2 px-1 font-sans text-xs font-semibold tracking-wide text-muted">{title}</h2>
      {children}
    </section>
  )
}

function Tile({ item, onClose }: { item: NavItem; onClose: () => void }) {
  return (
    <NavLink
      to={item.to}
      onClick={onClose}
      className="pressable flex h-13 items-center gap-3 rounded-m border border-line bg-raised px-3.5 text-sm font-medium text-soft hover:border-line-strong hover:text-text aria-[current]:border-accent/50 aria-[current]:text-accent"
    >
      <Icon name={item.icon} className="shrink-0" />
      <span className="min-w-0 hyphens-auto break-words leading-4.5">{item.label}</span>
    </NavLink>
  )
}

const ROW =
  'pressable flex h-12 w-full items-center gap-3.5 px-4 text-left text-sm font-medium text-soft hover:bg-hover hover:text-text aria-[current]:text-accent'

function Rows({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-line/60 overflow-hidden rounded-m border border-line bg-raised">{children}</ul>
}

function Row({ to, icon, onClose, children }: { to: string; icon: IconName; onClose: () => void; children: string }) {
  return (
    <li>
      <NavLink to={to} onClick={onClose} className={ROW}>
        <Icon name={icon} /> <span className="min-w-0 truncate">{children}</span>
      </NavLink>
    </li>
  )
}
