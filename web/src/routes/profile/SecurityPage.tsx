import { EmailCard } from '@/features/auth/components/EmailCard'
import { PasskeysCard } from '@/features/auth/components/PasskeysCard'
import { PasswordCard } from '@/features/auth/components/PasswordCard'
import { ProvidersCard } from '@/features/auth/components/ProvidersCard'
import { SessionsCard } from '@/features/auth/components/SessionsCard'
import { TwoFactorCard } from '@/features/auth/components/TwoFactorCard'
import { DataCard } from './DataCard'

/** What guards the account: password and address, the second factor, passkeys, accounts elsewhere, and where the player is signed in; and how to leave with one's data. */
export function SecurityPage() {
  return (
    <div className="space-y-6">
      <PasswordCard />
      <TwoFactorCard />
      <PasskeysCard />
      <ProvidersCard />
      <SessionsCard />
      <EmailCard />
      <DataCard />
    </div>
  )
}
