import { solve, type Challenge } from './proofOfWork'

/** Answers each challenge with its number, or null when it has none. */
self.onmessage = ({ data }: MessageEvent<Challenge>) => self.postMessage(solve(data))
