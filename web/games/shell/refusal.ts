import type { GameContext } from '../context'
import { isMessageKey } from '../play/messages'
import { tellParent } from '../play/parent'

/** Tells a refusal, with the way out that there is: to pay in, or to open the game with its new rules. */
export async function tellRefusal({ frame, t, session }: GameContext, code: string): Promise<void> {
  const key = `game.error_${code}`
  const text = t(isMessageKey(key) ? key : 'game.error_internal')
  frame.say(text)
  if (code === 'insufficient_funds' && session.mode === 'real' && window.parent !== window) {
    await frame.notice(text, { label: t('game.deposit'), run: () => tellParent({ type: 'deposit' }) })
  } else if (code === 'game_changed') {
    // The session's token is in the fragment, so the same address opens the same session.
    await frame.notice(text, { label: t('game.open_again'), run: () => window.location.reload() })
  } else {
    await frame.notice(text)
  }
}
