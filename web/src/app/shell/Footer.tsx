import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useBrand } from '@/api/info/brand'
import { providersQuery } from '@/api/info/catalogue'
import { projectQuery, publicPaymentMethodsQuery } from '@/api/info/reference'
import { textPagesQuery } from '@/api/info/textPages'
import { useClientContext } from '@/api/session/clientContext'
import type { TextPage } from '@/api/types'
import { currentLocale, t, type MessageKey } from '@/i18n/messages'
import { Icon } from '@/ui/Icon'
import { Logo } from '@/ui/Logo'
import { PaymentLogo } from '@/ui/PaymentLogo'
import { LanguageLinks } from './LanguageLinks'
import { useNavItems } from './navigation'

/** The age shown until the visitor's licence is known. */
const ADULT_AGE = 18

/** What a visitor looks for last: all places, payment, licence, help. */
export function Footer() {
  const brand = useBrand()
  const context = useClientContext()
  const project = useQuery(projectQuery).data
  const licence = project?.licences.find((known) => known.code === context?.licence)
  const items = useNavItems()
  return (
    <footer className="border-t border-line/60 bg-surface">
      <div className="content grid gap-x-8 gap-y-10 py-12 md:grid-cols-2 xl:grid-cols-[1.3fr_1fr_1fr_1fr_1.3fr]">
        <div>
          <Logo brand={brand} />
          <p className="mt-4 max-w-xs text-sm text-muted">{t('footer.source')}</p>
        </div>
        <Column title="footer.play">
          {items.slice(0, 6).map((item) => (
            <FooterLink key={item.id} to={item.to} label={item.label} />
          ))}
        </Column>
        <Column title="footer.help">
          <FooterLink to="/payments" label="nav.payments" />
          <FooterLink to="/responsible-gaming" label="nav.responsible" />
          <TextLinks category="bottom-menu-help" />
          {project?.support_email && (
            <li>
              <a href={`mailto:${project.support_email}`} className="inline-flex min-h-9 items-center gap-2 text-soft hover:text-text pointer-coarse:min-h-11">
                <Icon name="mail" size={18} /> {project.support_email}
              </a>
            </li>
          )}
        </Column>
        <Column title="footer.info">
          <TextLinks category="bottom-menu" />
        </Column>
        <div>
          <h2 className="flex items-center gap-2.5 font-sans text-sm font-semibold text-text">
            <span className="grid h-8 min-w-8 place-items-center rounded-full px-1 border-2 border-danger text-[13px] leading-none font-bold">{t('footer.age', { age: licence?.minimum_age ?? ADULT_AGE })}</span>
            {t('footer.responsible_title')}
          </h2>
          <p className="mt-3 text-sm text-muted">{t('footer.responsible_text')}</p>
        </div>
      </div>
      <div className="content">
        <PaymentLogos />
        <Providers />
        <Languages />
        <div className="flex flex-col gap-3 border-t border-line/60 py-8 text-xs text-muted md:flex-row md:justify-between md:gap-12">
          {licence && <p className="max-w-2xl">{t('footer.licence', { brand, licence: licence.name, age: licence.minimum_age })}</p>}
          <p className="shrink-0">{t('footer.copyright', { brand, year: String(new Date().getFullYear()) })}</p>
        </div>
      </div>
    </footer>
  )
}

function Column({ title, children }: { title: MessageKey; children: React.ReactNode }) {
  return (
    <div>
      <h2 className="font-sans text-sm font-semibold text-text">{t(title)}</h2>
      <ul className="mt-2 text-sm">{children}</ul>
    </div>
  )
}

function FooterLink({ to, label, children = label && t(label) }: { to: string; label?: MessageKey; children?: string }) {
  return (
    <li>
      <Link to={to} className="inline-flex min-h-9 items-center text-soft hover:text-text pointer-coarse:min-h-11">
        {children}
      </Link>
    </li>
  )
}

/** The house's own texts that have their place under this heading. */
function TextLinks({ category }: { category: TextPage['categories'][number] }) {
  const pages = useQuery(textPagesQuery(currentLocale())).data ?? []
  return pages
    .filter((page) => !page.hidden && page.categories.includes(category))
    .map((page) => (
      <FooterLink key={page.id} to={page.path}>
        {page.title}
      </FooterLink>
    ))
}

function PaymentLogos() {
  const methods = useQuery(publicPaymentMethodsQuery).data ?? []
  const brands = [...new Map(methods.map((method) => [method.brand, method])).values()]
  if (brands.length === 0) return null
  return (
    <section aria-label={t('footer.payments')} className="border-t border-line/60 py-6">
      <ul className="flex flex-wrap items-center gap-3">
        {brands.map((method) => (
          <li key={method.brand}>
            <PaymentLogo brand={method.brand} title={method.title} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Languages() {
  return (
    <nav aria-label={t('shell.language')} className="border-t border-line/60 py-6">
      <LanguageLinks className="flex flex-wrap items-center gap-x-6 gap-y-1 text-sm text-soft" />
    </nav>
  )
}

function Providers() {
  const providers = useQuery(providersQuery).data ?? []
  if (providers.length === 0) return null
  return (
    <section aria-label={t('footer.providers')} className="border-t border-line/60 py-6">
      <ul className="flex flex-wrap items-center gap-x-8 gap-y-2">
        {providers.map((provider) => (
          <li key={provider.id}>
            <Link
              to="/producers/$slug"
              params={{ slug: provider.id }}
              className="inline-flex min-h-9 items-center font-display text-sm font-semibold tracking-wide text-muted hover:text-text pointer-coarse:min-h-11"
            >
              {provider.title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
