/** The entry of the greatest count that is not above the counted one. */
function byCount(table, count) {
  const counts = Object.keys(table || {})
    .map(Number)
    .filter((key) => key <= count)
  return counts.length > 0 ? table[String(Math.max(...counts))] : 0
}

const rung = (ladder, at) => (ladder && ladder.length > 0 ? ladder[Math.min(at, ladder.length - 1)] : 1)
export const sumOf = (wins) => wins.reduce((sum, win) => sum + win.amount_cents, 0)
const byPlace = ([a, b], [c, d]) => a - c || b - d

/** A slots game, played by its definition. */
export class Slots {
  constructor(definition) {
    this.d = definition
    this.ids = definition.symbols.map(({ id }) => id)
    this.regular = this.withRole('regular')
    ;[this.scatter] = this.withRole('scatter', 'wild_scatter')
    ;[this.wild] = this.withRole('wild', 'wild_scatter')
    ;[this.coin] = this.withRole('coin')
    ;[this.mystery] = this.withRole('mystery')
    this.free = definition.freespins || {}
    this.tumble = definition.tumble || {}
    this.hold = definition.hold_and_win
  }

  withRole(...roles) {
    return this.d.symbols.filter(({ role }) => roles.includes(role)).map(({ id }) => id)
  }

  standsFor(cell, symbol) {
    const listed = (this.d.wild && this.d.wild.substitutes_for) || this.regular
    return cell !== undefined && cell === this.wild && this.regular.includes(symbol) && listed.includes(symbol)
  }

  countsAs(cell, symbol) {
    return cell === symbol || this.standsFor(cell, symbol)
  }

  bySymbols(weights) {
    return this.ids.filter((id) => id in weights).map((id) => [id, weights[id]])
  }

  pay(symbol, count) {
    return byCount(symbol === this.scatter ? this.d.scatter.pays : this.d.pays[symbol], count)
  }

  where(window, test) {
    return window.flatMap((cells, reel) => cells.flatMap((cell, row) => (test(cell) ? [[reel, row]] : [])))
  }

  // Windows

  setAt(set, at) {
    const leaving = this.d.levels ? this.d.levels.leaving.slice(0, at) : []
    if (set.kind !== 'cells' || leaving.length === 0) return set
    return { kind: 'cells', weights: Object.fromEntries(Object.entries(set.weights).filter(([id]) => !leaving.includes(id))) }
  }

  draw(set, held, stream) {
    const { reels, rows, heights } = this.d
    const [stops, window] = [[], []]
    for (let reel = 0; reel < reels; reel += 1) {
      if (held.includes(reel)) window.push(Array(rows).fill(this.wild))
      else if (set.kind === 'strips') {
        let shown = rows
        if (heights) {
          const weights = Object.entries(heights.weights[reel]).map(([cells, weight]) => [Number(cells), weight])
          shown = stream.chosen(weights.sort(([a], [b]) => a - b))
        }
        const strip = set.strips[reel]
        const stop = stream.below(strip.length)
        stops.push(stop)
        window.push(Array.from({ length: shown }, (_, row) => strip[(stop + row) % strip.length]))
      } else window.push(this.cells(set.kind === 'cells' ? set.weights : set.weights[reel], rows, stream))
    }
    return { stops, window }
  }

  cells(weights, count, stream) {
    const cells = []
    while (cells.length < count) cells.push(stream.chosen(this.bySymbols(weights)))
    return cells
  }

  fall(set, window, removed, stream) {
    const gone = new Set(removed.map(String))
    const fallen = []
    window.forEach((cells, reel) => {
      const kept = cells.filter((_, row) => !gone.has(String([reel, row])))
      fallen.push([...this.cells(set.weights, cells.length - kept.length, stream), ...kept])
    })
    return fallen
  }

  // Wins

  win(kind, symbol, count, positions, amount_cents, line = null, ways = null) {
    return { kind, symbol, count, line, ways, positions, amount_cents }
  }

  wins(window, unit) {
    const { evaluation } = this.d
    const of = {
      lines: () => evaluation.lines.flatMap((rows, line) => this.lineWin(window, line, rows, unit)),
      ways: () => this.regular.map((symbol) => this.waysWin(window, symbol, unit)),
      pay_anywhere: () =>
        this.regular.map((symbol) => {
          const cells = this.where(window, (cell) => this.countsAs(cell, symbol))
          return this.win('pay_anywhere', symbol, cells.length, cells, this.pay(symbol, cells.length) * unit)
        }),
      clusters: () => this.regular.flatMap((symbol) => this.clusterWins(window, symbol, unit)),
    }
    return of[evaluation.kind]().filter((win) => win.amount_cents > 0)
  }

  lineWin(window, line, rows, unit) {
    const cells = rows.map((row, reel) => window[reel][row])
    let best = { units: 0 }
    for (const symbol of this.ids) {
      if (!this.regular.includes(symbol) && (symbol !== this.wild || symbol === this.scatter)) continue
      const end = cells.findIndex((cell) => !this.countsAs(cell, symbol))
      const count = end < 0 ? cells.length : end
      const stood = cells.slice(0, count).some((cell) => this.standsFor(cell, symbol))
      const units = this.pay(symbol, count) * (stood ? this.d.wild.multiplier : 1)
      if (units > best.units) best = { units, symbol, count }
    }
    const { units, symbol, count } = best
    return units
      ? [
          this.win(
            'line',
            symbol,
            count,
            rows.slice(0, count).map((row, reel) => [reel, row]),
            units * unit,
            line,
          ),
        ]
      : []
  }

  waysWin(window, symbol, unit) {
    let [ways, positions, count] = [1, [], 0]
    for (const [reel, cells] of window.entries()) {
      const hits = cells.flatMap((cell, row) => (this.countsAs(cell, symbol) ? [[reel, row]] : []))
      if (hits.length === 0) break
      ;[ways, positions, count] = [ways * hits.length, [...positions, ...hits], count + 1]
    }
    return this.win('ways', symbol, count, positions, this.pay(symbol, count) * ways * unit, null, ways)
  }

  clusterWins(window, symbol, unit) {
    const left = new Map(this.where(window, (cell) => cell === symbol).map((at) => [String(at), at]))
    const wins = []
    for (const first of this.where(window, (cell) => cell === symbol)) {
      if (!left.delete(String(first))) continue
      const cluster = [first]
      for (const [reel, row] of cluster) {
        for (const beside of [
          [reel - 1, row],
          [reel + 1, row],
          [reel, row - 1],
          [reel, row + 1],
        ]) {
          if (left.delete(String(beside))) cluster.push(beside)
        }
      }
      cluster.sort(byPlace)
      wins.push(this.win('cluster', symbol, cluster.length, cluster, this.pay(symbol, cluster.length) * unit))
    }
    return wins
  }

  // A spin

  spin(kind, feature, unit, stream) {
    const free = kind === 'freespin' ? this.free : {}
    const set = free.reel_set || (kind === 'buy' ? this.d.bonus_buy.reel_set : this.d.reel_set)
    const first = free.from_rung || 0
    const drawn = this.draw(this.setAt(set, first), feature.kind === 'expanding_wild' ? feature.reels : [], stream)
    let { window } = drawn
    let shown = window
    const step = {}
    if (this.mystery && window.flat().includes(this.mystery)) {
      step.revealed = stream.chosen(this.bySymbols(this.d.mystery.weights))
      window = window.map((reel) => reel.map((cell) => (cell === this.mystery ? step.revealed : cell)))
    }
    let [covered, sticky] = [[], []]
    if (this.d.expanding_wild) {
      covered = window.flatMap((reel, at) => (reel.includes(this.wild) ? [at] : []))
      window = window.map((reel, at) => (covered.includes(at) ? reel.map(() => this.wild) : reel))
    }
    if (feature.kind === 'sticky_wilds') {
      const kept = new Set(feature.positions.map(String))
      window = window.map((reel, r) => reel.map((cell, c) => (kept.has(String([r, c])) ? this.wild : cell)))
      sticky = this.where(window, (cell) => cell === this.wild)
      shown = window
    }
    const expanding = this.d.expanding_wild ? this.d.expanding_wild.multipliers : []
    const ladder = feature.kind === 'sticky_wilds' ? this.free.sticky_wilds.ladder : []
    const base = (free.multiplier || 1) * rung(expanding, covered.length) * rung(ladder, sticky.length)
    const multiplier = (tumbles) => base * rung(this.tumble.multipliers, first + tumbles)
    let wins = this.wins(window, multiplier(0) * unit)
    if (wins.length === 0 && this.d.nudge && set.kind === 'strips') {
      const moved = this.nudge(set.strips.at(-1), drawn.stops.at(-1), window, stream)
      if (moved) {
        step.nudge = moved.by
        ;[window, shown] = [moved.window, moved.window]
        wins = this.wins(window, multiplier(0) * unit)
      }
    }
    const [firstWins, tumbles] = [wins, []]
    while (wins.length > 0 && tumbles.length < (this.tumble.max_tumbles || 0)) {
      const at = tumbles.length + 1
      const every = this.where(window, () => true)
      const winning = new Set(wins.flatMap((win) => win.positions.map(String)))
      const removed = this.tumble.whole ? every : every.filter((cell) => winning.has(String(cell)))
      window = this.tumble.whole ? this.draw(this.setAt(set, first + at), [], stream).window : this.fall(set, window, removed, stream)
      wins = this.wins(window, multiplier(at) * unit)
      tumbles.push({ removed, window, wins, multiplier: multiplier(at) })
    }
    const scatters = this.scatter ? this.where(window, (cell) => cell === this.scatter) : []
    if (this.scatter && this.pay(this.scatter, scatters.length) > 0) {
      wins.push(this.win('scatter', this.scatter, scatters.length, scatters, this.pay(this.scatter, scatters.length) * base * unit))
    }
    if (feature.kind === 'expanding_symbol') {
      const { symbol } = feature
      step.expanding_symbol = symbol
      const reels = window.flatMap((reel, at) => (reel.includes(symbol) ? [at] : []))
      const units = this.pay(symbol, reels.length) * this.d.evaluation.lines.length
      if (units > 0) {
        const cells = reels.flatMap((reel) => Array.from({ length: this.d.rows }, (_, row) => [reel, row]))
        wins.push(this.win('expanded', symbol, reels.length, cells, units * base * unit))
        covered = reels
      }
    }
    const { levels } = this.d
    const awards = levels ? levels.freespins : this.d.scatter && this.d.scatter.freespins
    Object.assign(step, {
      kind,
      stops: drawn.stops,
      window: shown,
      wins: firstWins,
      tumbles,
      multiplier: multiplier(0),
      win_cents: sumOf([...firstWins, ...tumbles.flatMap((tumble) => tumble.wins)]),
      freespins_awarded: byCount(awards, levels ? first + tumbles.length : scatters.length),
    })
    const coins = this.hold ? this.where(window, (cell) => cell === this.coin).map((at) => this.drawnCoin(at, unit, stream)) : []
    if (coins.length > 0) step.coins = coins
    if (covered.length > 0) step.covered = covered
    if (sticky.length > 0) step.sticky = sticky
    return step
  }

  nudge(strip, stop, window, stream) {
    let best = { units: 0 }
    for (const by of [-1, 1]) {
      const reel = Array.from({ length: this.d.rows }, (_, row) => strip[(stop + by + row + strip.length) % strip.length])
      const moved = [...window.slice(0, -1), reel]
      const units = sumOf(this.wins(moved, 1))
      if (units > best.units) best = { units, by, window: moved }
    }
    const { of, out_of } = this.d.nudge.chance
    return best.units > 0 && stream.below(out_of) < of ? best : undefined
  }

  // Hold and win

  drawnCoin(position, unit, stream) {
    const { units, prize } = stream.chosen(this.hold.values.map((value) => [value, value.weight]))
    return { position, amount_cents: units * unit, ...(prize === undefined ? {} : { prize }) }
  }

  respin(feature, unit, stream) {
    const { chance, respins, full_units } = this.hold
    const held = new Map(feature.coins.map((coin) => [String(coin.position), coin]))
    const coins = []
    for (let reel = 0; reel < this.d.reels; reel += 1) {
      for (let row = 0; row < this.d.rows; row += 1) {
        const kept = held.get(String([reel, row]))
        if (kept) coins.push(kept)
        else if (stream.below(chance.out_of) < chance.of) coins.push(this.drawnCoin([reel, row], unit, stream))
      }
    }
    const left = coins.length > held.size ? respins : feature.left - 1
    const full = coins.length === this.d.reels * this.d.rows
    const at = coins.map(({ position }) => position)
    const wins = []
    if (full || left === 0) {
      wins.push(this.win('coins', this.coin, coins.length, at, sumOf(coins)))
      if (full && full_units > 0) wins.push(this.win('full', this.coin, coins.length, at, full_units * unit))
    }
    const taken = new Set(at.map(String))
    const window = Array.from({ length: this.d.reels }, (_, reel) =>
      Array.from({ length: this.d.rows }, (__, row) => (taken.has(String([reel, row])) ? this.coin : '')),
    )
    const step = { kind: 'respin', stops: [], window, wins, tumbles: [], multiplier: 1, win_cents: sumOf(wins), freespins_awarded: 0, coins }
    return { step, feature: wins.length > 0 ? {} : { kind: 'hold_and_win', left, coins } }
  }

  // A round

  round(first, stake, streams) {
    const unit = stake / this.d.bet_units
    const steps = []
    let [won, left, total, feature] = [0, 0, 0, {}]
    for (let kind = first; kind;) {
      const stream = streams(steps.length)
      let step
      if (feature.kind === 'hold_and_win') ({ step, feature } = this.respin(feature, unit, stream))
      else {
        step = this.spin(kind, feature, unit, stream)
        feature = this.carried(feature, step)
      }
      const room = stake * this.d.max_win_x - won
      const capped = step.win_cents >= room
      step.win_cents = Math.min(step.win_cents, room)
      step.freespins_awarded = Math.min(step.freespins_awarded, (this.free.max_total || 0) - total)
      if (step.freespins_awarded > 0 && total === 0) feature = this.begun(step, stream)
      won += step.win_cents
      left += step.freespins_awarded - (kind === 'freespin' ? 1 : 0)
      total += step.freespins_awarded
      steps.push(step)
      const respins = feature.kind === 'hold_and_win' || feature.kind === 'expanding_wild'
      kind = capped ? undefined : respins ? 'respin' : left > 0 ? 'freespin' : undefined
    }
    return steps
  }

  carried(feature, step) {
    if (feature.kind === 'sticky_wilds') return { kind: 'sticky_wilds', positions: step.sticky || [] }
    if (feature.kind === 'expanding_symbol') return feature
    const covered = step.covered || []
    if (this.d.expanding_wild && covered.length > (feature.reels || []).length) return { kind: 'expanding_wild', reels: covered }
    const coins = step.coins || []
    return this.hold && coins.length >= this.hold.trigger ? { kind: 'hold_and_win', left: this.hold.respins, coins } : {}
  }

  begun(step, stream) {
    if (this.free.sticky_wilds) return { kind: 'sticky_wilds', positions: [] }
    if (!this.free.expanding_symbol) return {}
    step.expanding_symbol = stream.chosen(this.bySymbols(this.free.expanding_symbol))
    return { kind: 'expanding_symbol', symbol: step.expanding_symbol }
  }
}
