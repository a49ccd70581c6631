import type { SlotsDefinition } from '../play/types'
import { element } from '../shell/dom'

/** What each number of reels that their wild covers multiplies by, from the first reel on; nothing in a game without. */
export function coverSteps({ expanding_wild: rule }: Pick<SlotsDefinition, 'expanding_wild'>): number[] {
  const steps = rule?.multipliers.slice(1) ?? []
  return steps.some((multiplier) => multiplier > 1) ? steps : []
}

/** A wild for each reel that can be covered, the last ones with what they multiply by: shown as a badge, and among the controls of a low window. */
export class CoverMeter {
  readonly badge = element('p', { class: 'stage-badge stage-cover' })
  readonly short = element('p', { class: 'bar-cover' })

  /** `picture` draws the wild. */
  constructor(steps: readonly number[], picture: () => HTMLElement) {
    for (const place of [this.badge, this.short]) {
      place.append(
        ...steps.map((multiplier) =>
          element('span', { class: 'cover-step' }, picture(), ...(multiplier > 1 ? [element('b', { text: `×${multiplier}` })] : [])),
        ),
      )
    }
  }

  /** Lights as many as reels are covered. */
  reach(reels: number): void {
    for (const place of [this.badge, this.short]) for (const [i, step] of [...place.children].entries()) step.toggleAttribute('data-lit', i < reels)
  }
}
