import type { Licence } from '@/api/types'
import { useCopyright } from '@/features/content/api/copyright'
import { RichText } from '@/features/content/components/RichText'
import { t } from '@/i18n/messages'
import { LicenceSeal } from './art'

/** Under which licence the visitor plays, and whose all this is. */
export function Legal({ brand, licence }: { brand: string; licence: Licence | undefined }) {
  const copyright = useCopyright()
  return (
    <div className="flex flex-col gap-5 border-t border-line/60 py-8 text-xs text-muted lg:flex-row lg:items-center lg:justify-between lg:gap-12">
      <div className="flex min-h-11 max-w-3xl items-start gap-4">
        {licence && (
          <>
            <LicenceSeal code={licence.code} />
            <div>
              <p className="font-semibold text-soft">{t('footer.responsible_title')}</p>
              <p className="mt-1">{t('footer.responsible_text')}</p>
              <p className="mt-2">
                {t('footer.licence', {
                  brand,
                  company: licence.holder.company,
                  number: licence.holder.number,
                  licence: licence.name,
                  age: licence.minimum_age,
                })}
              </p>
              <a
                href={licence.holder.validator}
                target="_blank"
                rel="noreferrer"
                className="inline-flex min-h-9 items-center text-link underline-offset-4 hover:underline pointer-coarse:min-h-11"
              >
                {t('footer.validator')}
              </a>
            </div>
          </>
        )}
      </div>
      {copyright === undefined ? (
        <p className="shrink-0">{t('footer.copyright', { brand, year: String(new Date().getFullYear()) })}</p>
      ) : (
        <RichText html={copyright} className="lg:max-w-md" />
      )}
    </div>
  )
}
