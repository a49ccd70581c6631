import { useBrand } from '@/api/info/brand'
import { BannerList } from '@/features/banners/components/BannerList'
import { RecommendedGames } from '@/features/catalogue/components/GameList'
import { t } from '@/i18n/messages'
import { LanternOut } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { ButtonLink } from '@/ui/Link'

/** What is on in the house; also where the address of a page leads that is switched off. */
export function PromotionsPage() {
  const brand = useBrand()
  return (
    <div className="content space-y-9 py-6 md:py-10">
      <header>
        <h1 className="text-2xl font-semibold md:text-3xl">{t('promotions.title')}</h1>
        <p className="mt-2 max-w-2xl text-soft">{t('promotions.lead', { brand })}</p>
      </header>
      <BannerList category="promo" empty={<NothingOn />}>
        <RecommendedGames title={t('search.recommended')} />
      </BannerList>
    </div>
  )
}

function NothingOn() {
  return (
    <EmptyState
      drawing={<LanternOut />}
      title={t('promotions.none')}
      text={t('promotions.none_text')}
      action={
        <ButtonLink to="/pokies/$slug" params={{ slug: 'all' }} variant="secondary">
          {t('list.empty_action')}
        </ButtonLink>
      }
    />
  )
}
