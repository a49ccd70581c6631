import { PrizeProof } from '@/features/fairness/components/PrizeProof'
import { randomClientSeed } from '@/domain/clientSeed'
import { BoxShelf } from '@/features/lootboxes/components/BoxShelf'
import { DepositBoxes } from '@/features/lootboxes/components/DepositBoxes'
import { WheelGame } from '@/features/lootboxes/components/WheelGame'
import type { BoxPlace } from '@/features/lootboxes/model/boxes'
import { t, type MessageKey } from '@/i18n/messages'
import { BoxHints } from './BoxHints'
import { GroupText } from './GroupText'

function Head({ title, lead }: { title: MessageKey; lead: MessageKey }) {
  return (
    <header>
      <h1 className="text-2xl font-semibold md:text-3xl">{t(title)}</h1>
      <p className="mt-2 max-w-2xl text-soft">{t(lead)}</p>
    </header>
  )
}

function WheelRoute({ address }: { address: string }) {
  return (
    <div className="content space-y-8 py-6 md:py-10">
      <Head title="wheel.title" lead="wheel.lead" />
      <WheelGame address={address} newSeed={randomClientSeed} proof={(box) => <PrizeProof box={box} />} />
      <DepositBoxes place="wheel" />
      <BoxHints except="wheel" />
      <GroupText path="/about-wheel" />
    </div>
  )
}

/** The prize wheel. */
export function SpinWheelPage() {
  return <WheelRoute address="/rocketplay-wheel" />
}

/** The prize wheel under the address of the shop. */
export function SpinWheelSegmentsPage() {
  return <WheelRoute address="/rocketmart-wheel" />
}

function ShelfRoute({ address, place, title, lead }: { address: string; place: BoxPlace; title: MessageKey; lead: MessageKey }) {
  return (
    <div className="content space-y-8 py-6 md:py-10">
      <Head title={title} lead={lead} />
      <BoxShelf place={place} address={address} newSeed={randomClientSeed} proof={(box) => <PrizeProof box={box} />} />
      <DepositBoxes place={place} />
      <BoxHints except={place} />
      <GroupText path="/about-boxes" />
    </div>
  )
}

/** Boxes to open. */
export function LootboxPage() {
  return <ShelfRoute address="/lootbox" place="shelf" title="lootbox.title" lead="lootbox.lead" />
}

/** Chances: boxes that are opened here. */
export function ChancePage() {
  return <ShelfRoute address="/rocket-chance" place="chance" title="chance.title" lead="chance.lead" />
}
