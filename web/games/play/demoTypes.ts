/** What the play API tells of the seeds of a demo. */

/** A round of a demo that has ended. */
export interface DemoRound {
  nonce: number
  seed_no: number
  /** Whether its seed is revealed, so that it can be worked out again. */
  is_revealed: boolean
  stake_cents: number
  win_cents: number
  created_at: string
}

/** The seed pair of a demo in force, and its last rounds, newest first. */
export interface DemoSeeds {
  seed_no: number
  server_seed_hash: string
  next_server_seed_hash: string
  client_seed: string
  nonce: number
  rounds: number
  played: readonly DemoRound[]
}

/** All that is needed to work a round of a demo out again; the checkers read the rest of it. */
export interface DemoProof {
  seed: { seed_no: number; server_seed_hash: string }
}
