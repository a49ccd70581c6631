import type { ReelSet, SlotsDefinition } from '../play/types'

/** What runs past on a reel: its strip, or symbols drawn by their weights; all but those that have left. */
export function filler(set: ReelSet, reel: number, left: readonly string[] = []): (index: number) => string {
  const stays = (name: string): boolean => !left.includes(name)
  if (set.kind === 'strips') {
    const strip = (set.strips[reel] ?? []).filter(stays)
    const start = reel * 7
    return (index) => strip[(((index + start) % strip.length) + strip.length) % strip.length] ?? ''
  }
  const weights = set.kind === 'cells' ? set.weights : (set.weights[reel] ?? {})
  const names = Object.entries(weights).flatMap(([name, weight]) => (stays(name) ? Array.from({ length: weight }, () => name) : []))
  return () => names[Math.floor(Math.random() * names.length)] ?? ''
}

/** What runs past on a reel in free spins, which may start on a rung that symbols have left before. */
export function freeSpinsFiller({ freespins, levels, reel_set: base }: SlotsDefinition, reel: number): (index: number) => string {
  return filler(freespins?.reel_set ?? base, reel, levels?.leaving.slice(0, freespins?.from_rung ?? 0))
}
