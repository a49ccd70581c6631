import { Link } from '@tanstack/react-router'
import { useEffect, useId, useState } from 'react'
import { useActiveAccount } from '@/api/session/accounts'
import { usePlayer } from '@/api/session/player'
import { currentLocale, t, type MessageKey } from '@/i18n/messages'
import { Dialog } from '@/ui/Dialog'
import { Icon, type IconName } from '@/ui/Icon'
import { ButtonLink } from '@/ui/Link'
import { Money } from '@/ui/Money'
import { LanguageLinks } from './LanguageLinks'
import { useNavItems } from './navigation'

const CLOCK_MS = 15_000

/** Everything the site has, for thumbs: account first, then places, then the clock. */
export function MenuSheet({ onClose }: { onClose: () => void }) {
  const items = useNavItems()
  const player = usePlayer()
  return (
    <Dialog title={t('shell.menu')} onClose={onClose} size="s">
      <AccountBlock />
      <nav aria-label={t('shell.nav_main')} className="mt-5 grid grid-cols-2 gap-2">
        {items.map((item) => (
          <Link
            key={item.id}
            to={item.to}
            activeOptions={{ exact: item.exact }}
            onClick={onClose}
            className="pressable flex h-13 items-center gap-3 rounded-m border border-line bg-raised px-4 text-sm font-medium text-soft aria-[current=page]:border-accent/50 aria-[current=page]:text-accent"
          >
            <Icon name={item.icon} />
            {t(item.label)}
          </Link>
        ))}
      </nav>
      <ul className="mt-5 divide-y divide-line border-y border-line text-sm text-soft">
        {player && <MenuLink to="/profile" icon="user" label="shell.profile" onClose={onClose} />}
        {player && <MenuLink to="/profile/fairness" icon="scales" label="nav.fairness" onClose={onClose} />}
        <MenuLink to="/payments" icon="card" label="nav.payments" onClose={onClose} />
        <MenuLink to="/responsible-gaming" icon="shield" label="nav.responsible" onClose={onClose} />
        <Languages />
        <li className="flex h-12 items-center gap-3">
          <Icon name="clock" /> {t('shell.local_time')} <LocalTime />
        </li>
      </ul>
    </Dialog>
  )
}

function MenuLink({ to, icon, label, onClose }: { to: string; icon: IconName; label: MessageKey; onClose: () => void }) {
  return (
    <li>
      <Link to={to} onClick={onClose} className="flex h-12 items-center gap-3">
        <Icon name={icon} /> {t(label)}
      </Link>
    </li>
  )
}

function AccountBlock() {
  const player = usePlayer()
  const account = useActiveAccount()
  if (!player) {
    return (
      <div className="grid grid-cols-2 gap-2">
        <ButtonLink to="/sign-in" variant="secondary">
          {t('shell.sign_in')}
        </ButtonLink>
        <ButtonLink to="/sign-up">{t('shell.sign_up')}</ButtonLink>
      </div>
    )
  }
  return (
    <div className="rounded-l border border-line bg-raised p-4">
      <p className="truncate text-sm text-muted">{player.nickname ?? player.email}</p>
      {account && <Money amountCents={account.amount_cents} currency={account.currency} className="mt-1 block text-2xl font-semibold" />}
      <div className="mt-4 grid grid-cols-2 gap-2">
        <ButtonLink to="/deposit">{t('shell.deposit')}</ButtonLink>
        <ButtonLink to="/withdraw" variant="secondary">
          {t('shell.withdraw')}
        </ButtonLink>
      </div>
    </div>
  )
}

function Languages() {
  const id = useId()
  return (
    <li className="py-3">
      <p id={id} className="flex items-center gap-3">
        <Icon name="globe" /> {t('shell.language')}
      </p>
      <nav aria-labelledby={id}>
        <LanguageLinks className="mt-1 grid grid-cols-2 gap-x-4 pl-9" linkClassName="w-full" />
      </nav>
    </li>
  )
}

function LocalTime() {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), CLOCK_MS)
    return () => clearInterval(timer)
  }, [])
  return <time className="tabular ml-auto text-text">{now.toLocaleTimeString(currentLocale(), { hour: '2-digit', minute: '2-digit' })}</time>
}
