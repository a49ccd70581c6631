import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { usePlayer } from '@/api/session/player'
import { newIdempotencyKey } from '@/api/transport'
import { dropPromoCode, keptPromoCode, markDepositCodeShown, PROMO_CODES, shownDepositCode } from '@/domain/promoCodes'
import { clearBonusCode, setBonusCode, switchBonuses } from '../api/bonusCode'
import { isRefusedCode, landingStep, presentDepositCode } from '../model/promoLanding'

/** On the lobby: presents the code of the address to a player, and drops that of a guest. Renders nothing. */
export function PromoLanding() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const player = usePlayer()
  /** For whom it was done: a second look at the same player changes nothing. */
  const doneFor = useRef<number | null>(undefined)
  useEffect(() => {
    const visitor = player === null ? null : player?.id
    if (visitor === undefined || doneFor.current === visitor) return
    doneFor.current = visitor
    const depositCode = keptPromoCode('deposit_promocode')
    const giftCode = keptPromoCode('gift_promocode')
    const step = landingStep({ isPlayer: visitor !== null, depositCode, giftCode, shownCode: shownDepositCode() })
    if (step === 'drop') PROMO_CODES.forEach(dropPromoCode)
    if (step === 'gift') void navigate({ to: '/profile/gifts' })
    if (step !== 'deposit' || depositCode === null) return
    markDepositCodeShown(depositCode)
    void presentDepositCode(depositCode, {
      enable: () => switchBonuses(client, true, newIdempotencyKey()),
      setCode: (code) => setBonusCode(client, code, newIdempotencyKey()),
      clearCode: () => clearBonusCode(client, newIdempotencyKey()),
      isInvalid: isRefusedCode,
      forget: () => dropPromoCode('deposit_promocode'),
      openDeposit: () => void navigate({ to: '/deposit' }),
    })
  }, [client, navigate, player])
  return null
}
