import { VipClub } from '@/features/loyalty/components/VipClub'

/** The VIP club. */
export function VipClubPage() {
  return (
    <div className="content space-y-8 py-6 md:py-10">
      <VipClub />
    </div>
  )
}
