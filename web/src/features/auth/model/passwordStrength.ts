import { checkNewPassword } from '@/domain/player/rules'

/** 0 cannot be used, 1 weak, 2 fair, 3 strong. */
export type Strength = 0 | 1 | 2 | 3

const KINDS = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/]

/** A rough idea of how hard a password is to guess: length counts most, variety and change help. */
export function passwordStrength(password: string): Strength {
  if (checkNewPassword(password) !== null) return 0
  const kinds = KINDS.filter((kind) => kind.test(password)).length
  const distinct = new Set(password.toLowerCase()).size
  const isSequence = '0123456789 abcdefghijklmnopqrstuvwxyz qwertyuiop'.includes(password.toLowerCase())
  if (isSequence || distinct < 5) return 1
  const points = password.length + kinds * 2
  if (points >= 20) return 3
  return points >= 14 ? 2 : 1
}
