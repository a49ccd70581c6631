/** What the site may keep in a browser, by where it keeps it; `web/README.md` says what each is for. After `…` a name goes on. */
const KEPT: Record<'cookies' | 'session' | 'local', readonly string[]> = {
  cookies: ['croupier', '__Host-croupier', 'croupier-pending', '__Host-croupier-pending', 'croupier-provider', '__Host-croupier-provider', 'croupier-device', '__Host-croupier-device', 'locale', 'cookies_accepted', 'au_confirmed', 'affb_id', 'stag', 'partner_id', 'installation', 'promo_timer'],
  session: [
    'session_started',
    'session_timer',
    'ios_prompt_shown',
    'reality_check',
    'croupier.undecided',
    'utm',
    'visitor',
    'ab_registration',
    'deposit_promocode',
    'gift_promocode',
    'deposit_promocode_shown',
    'croupier.reloaded_at',
    'promo_closed_at',
    'promo_tooltip_closed_at',
    'tsr-scroll-restoration-v1_3',
  ],
  local: ['ff', 'croupier.session', 'croupier.wallet', 'first_deposit', 'croupier.told_payments', 'survey_done', 'croupier.game.sound', 'croupier.game.volume', 'turbo …', 'stake …', 'saved bets …', 'coin_unit', 'special_slot_…', 'croupier.chat', 'croupier.language_offer', 'croupier.notifications', 'croupier.seed_hashes'],
}

/** Whether the site may keep something of that name at the place. */
export function mayKeep(place: keyof typeof KEPT, name: string): boolean {
  return KEPT[place].some((known) => (known.endsWith('…') ? name.startsWith(known.slice(0, -1)) : name === known))
}
