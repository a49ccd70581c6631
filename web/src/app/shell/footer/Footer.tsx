import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useBrand, useLogo } from '@/api/info/brand'
import { projectQuery } from '@/api/info/reference'
import { useClientContext } from '@/api/session/clientContext'
import type { TextPage } from '@/api/types'
import { t } from '@/i18n/messages'
import { Logo } from '@/ui/Logo'
import { LanguageLinks } from '../LanguageLinks'
import { useNavItems, useTextItems } from '../navigation'
import { NavLink } from '../NavLink'
import { useRouteExists } from '@/platform/useRouteExists'
import { Contacts } from './Contacts'
import { InstallBlock } from './InstallBlock'
import { Legal } from './Legal'
import { PaymentLogos } from './PaymentLogos'
import { Providers } from './Providers'
import { TrustMarks } from './TrustMarks'

/** What a visitor looks for last: all places, help, who to write to, how to pay, and under which licence. */
export function Footer() {
  const brand = useBrand()
  const context = useClientContext()
  const project = useQuery(projectQuery).data
  const licence = project?.licences.find((known) => known.code === context?.licence)
  const items = useNavItems()
  return (
    <footer className="border-t border-line/60 bg-surface">
      <Providers />
      <div className="content grid grid-cols-2 gap-x-6 gap-y-10 py-12 sm:gap-x-8 lg:grid-cols-3 xl:grid-cols-[1.5fr_1fr_1fr_1fr_1.3fr]">
        <div className="max-lg:col-span-2">
          <Logo brand={brand} logo={useLogo()} />
          <p className="mt-4 max-w-md text-sm text-muted xl:max-w-xs">{t('footer.source')}</p>
          <InstallBlock />
        </div>
        <Column title={t('footer.play')}>
          {items.slice(0, 6).map((item) => (
            <FooterLink key={item.id} to={item.to}>
              {item.label}
            </FooterLink>
          ))}
        </Column>
        <Column title={t('footer.help')}>
          <SupportLink />
          <FooterLink to="/payments">{t('nav.payments')}</FooterLink>
          <FooterLink to="/responsible-gaming">{t('nav.responsible')}</FooterLink>
          <TextLinks category="bottom-menu-help" />
        </Column>
        <Column title={t('footer.info')}>
          <FooterLink to="/news">{t('news.title')}</FooterLink>
          <TextLinks category="bottom-menu" />
        </Column>
        <Contacts project={project} />
      </div>
      <div className="content">
        <div className="flex flex-col gap-x-12 gap-y-6 border-t border-line/60 py-7 xl:flex-row xl:items-center xl:justify-between">
          <PaymentLogos licence={licence} />
          <TrustMarks licence={licence} />
        </div>
        <nav aria-label={t('shell.language')} className="border-t border-line/60 py-5">
          <LanguageLinks className="flex flex-wrap items-center gap-x-6 gap-y-1 text-sm text-muted" />
        </nav>
        <Legal brand={brand} licence={licence} />
      </div>
    </footer>
  )
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="font-sans text-sm font-semibold text-text">{title}</h2>
      <ul className="mt-2 text-sm">{children}</ul>
    </div>
  )
}

function FooterLink({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <NavLink to={to} className="inline-flex min-h-9 items-center py-1 text-soft hover:text-text pointer-coarse:min-h-11">
        {children}
      </NavLink>
    </li>
  )
}

function SupportLink() {
  return useRouteExists('/support') && <FooterLink to="/support">{t('shell.support')}</FooterLink>
}

/** The operator's own texts that have their place under this heading. */
function TextLinks({ category }: { category: TextPage['categories'][number] }) {
  return useTextItems(category).map((item) => (
    <FooterLink key={item.id} to={item.to}>
      {item.label}
    </FooterLink>
  ))
}
