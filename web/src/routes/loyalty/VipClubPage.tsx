import { BannerRow } from '@/features/banners/components/BannerRow'
import { SnippetCard } from '@/features/content/components/SnippetCard'
import { VipClub } from '@/features/loyalty/components/VipClub'
import { t } from '@/i18n/messages'
import { TextLink } from '@/ui/Link'

/** The VIP club. */
export function VipClubPage() {
  return (
    <div className="content space-y-8 py-6 md:py-10">
      <VipClub
        info={
          <>
            <SnippetCard id="vip-perks" title={t('vip_club.perks')} />
            <SnippetCard id="how-to-catch" title={t('vip_club.how')}>
              <TextLink to="/vip" className="mt-4 inline-block">
                {t('vip_club.read')}
              </TextLink>
            </SnippetCard>
          </>
        }
      />
      <BannerRow category="vip" />
    </div>
  )
}
