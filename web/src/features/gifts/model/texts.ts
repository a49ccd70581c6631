import { tOptional } from '@/i18n/messages'

const nameOf = (value: string) => value.toUpperCase().replaceAll(' ', '_')

/** What a type of bonus is called; one that the site does not know is shown as the server writes it. */
export function typeText(type: string): string {
  return tOptional(`BONUS.TYPE.${nameOf(type)}`, type)
}

/** What a stage is called; one that the site does not know is shown as the server writes it. */
export function stageText(stage: string): string {
  return tOptional(`BONUS.STAGE.${nameOf(stage)}`, stage)
}
