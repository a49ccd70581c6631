import { element } from '../shell/dom'
import { type Playback, motionIsReduced } from '../shell/motion'
import type { Sound } from '../shell/sound'
import { BALL_SPEED, type BallPose, FLIGHT_SECONDS, POCKET, TRACK, WHEEL_SPEED, flight, pocketAngle, touchedDown } from './flight'

const ART = '/art/games/aurora-roulette'
/** The pictures of bowl and rotor leave a margin round the wheel. */
const HALF_SHARE = 50 * (100 / 108)

/** The wheel seen from above: a still bowl, a turning rotor and the ball. */
export class Wheel {
  readonly view: HTMLElement
  readonly #rotor = element('img', { class: 'wheel-rotor', attributes: { src: `${ART}/rotor.webp`, alt: '' } })
  readonly #ball = element('img', { class: 'wheel-ball', attributes: { src: `${ART}/ball.webp`, alt: '', hidden: '' } })
  readonly #playback: Playback
  readonly #sound: Sound
  #turn = 0
  #ballPose: BallPose = { angle: 0, radius: TRACK }
  /** Moves the ball on; answers its pose against the wheel. */
  #rolling: ((seconds: number) => BallPose) | null = null
  #last = performance.now()

  constructor(playback: Playback, sound: Sound) {
    this.#playback = playback
    this.#sound = sound
    const bowl = element('img', { attributes: { src: `${ART}/bowl.webp`, alt: '' } })
    this.view = element('div', { class: 'wheel', attributes: { 'aria-hidden': 'true' } }, bowl, this.#rotor, this.#ball)
    requestAnimationFrame((now) => this.#tick(now))
  }

  /** The ball is set rolling and keeps rolling until `land`. */
  roll(): void {
    this.#ball.hidden = false
    if (motionIsReduced()) return
    this.#sound.roll()
    this.#rolling = (seconds) => ({
      angle: this.#ballPose.angle - (BALL_SPEED + WHEEL_SPEED) * seconds,
      radius: TRACK,
    })
  }

  /** The ball comes to rest in a pocket; answers when it lies there. */
  async land(pocket: number): Promise<void> {
    this.#ball.hidden = false
    const rest: BallPose = { angle: pocketAngle(pocket), radius: POCKET }
    if (motionIsReduced()) {
      this.#rolling = null
      this.#ballPose = rest
      this.#draw()
      return
    }
    const from = this.#ballPose.angle
    let before = 0
    await this.#playback.animate(FLIGHT_SECONDS * 1000, (share) => {
      if (touchedDown(before, share)) this.#sound.click()
      before = share
      const pose = flight(from, pocket, share)
      this.#rolling = () => pose
    })
    this.#ballPose = rest
    this.#rolling = null
    this.#sound.settle()
  }

  /** Gives up on a throw: the ball is taken off the wheel. */
  cancel(): void {
    this.#sound.settle()
    this.#rolling = null
    this.#ball.hidden = true
  }

  #tick(now: number): void {
    const seconds = Math.min(0.1, (now - this.#last) / 1000)
    this.#last = now
    if (!motionIsReduced()) {
      this.#turn = (this.#turn + WHEEL_SPEED * seconds) % 360
      if (this.#rolling !== null) this.#ballPose = this.#rolling(seconds)
      this.#draw()
    }
    requestAnimationFrame((next) => this.#tick(next))
  }

  #draw(): void {
    this.#rotor.style.transform = `rotate(${this.#turn}deg)`
    const { angle, radius } = this.#ballPose
    const radians = ((this.#turn + angle - 90) * Math.PI) / 180
    this.#ball.style.left = `${50 + Math.cos(radians) * radius * HALF_SHARE}%`
    this.#ball.style.top = `${50 + Math.sin(radians) * radius * HALF_SHARE}%`
  }
}
