import type { CalendarEntry } from '../../api/types'

/** A day of the viewer's own zone: from its midnight until just before the next one. */
export interface Day {
  /** `YYYY-MM-DD`. */
  key: string
  start: number
  end: number
  /** Whether it belongs to the month that is shown. */
  isOfMonth: boolean
}

const two = (number: number): string => String(number).padStart(2, '0')

const keyOf = (date: Date): string => `${String(date.getFullYear())}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

/** The month of a moment, `YYYY-MM`. */
export const monthOf = (time: number): string => keyOf(new Date(time)).slice(0, 7)

/** The day of a moment, `YYYY-MM-DD`. */
export const dayOf = (time: number): string => keyOf(new Date(time))

/** The month that lies so many after `month`. */
export function monthAfter(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return keyOf(new Date(year, number - 1 + count, 1)).slice(0, 7)
}

/** The day that lies so many after `day`. */
export function dayAfter(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return keyOf(new Date(year, month - 1, date + count))
}

/** The weeks of a month from Monday to Sunday, with the days around it that fill them. */
export function weeksOf(month: string): Day[][] {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const before = (new Date(year, number - 1, 1).getDay() + 6) % 7
  const count = new Date(year, number, 0).getDate()
  const weeks = Math.ceil((before + count) / 7)
  const day = (place: number): Day => {
    const [date, next] = [new Date(year, number - 1, 1 - before + place), new Date(year, number - 1, 2 - before + place)]
    return { key: keyOf(date), start: date.getTime(), end: next.getTime(), isOfMonth: date.getMonth() === number - 1 }
  }
  return Array.from({ length: weeks }, (_, week) => Array.from({ length: 7 }, (_, place) => day(week * 7 + place)))
}

/** The period that the weeks cover, as the server is asked for it. */
export function spanOf(weeks: Day[][]): { from: string; to: string } {
  const days = weeks.flat()
  return { from: new Date(days[0]?.start ?? 0).toISOString(), to: new Date(days.at(-1)?.end ?? 0).toISOString() }
}

const beginOf = ({ from }: CalendarEntry): number => (from === null ? -Infinity : Date.parse(from))
const endOf = ({ to }: CalendarEntry): number => (to === null ? Infinity : Date.parse(to))

/** What an entry does on a day. */
export type OnDay = 'begins' | 'ends' | 'goes_on'

export interface DayEntry {
  entry: CalendarEntry
  does: OnDay
}

/** How the entries of a day stand in it: first what begins, then what ends, then what goes on. */
const ORDER: readonly OnDay[] = ['begins', 'ends', 'goes_on']

/** What is on at least in part of a day. What lasts no time stands where it begins; an end at midnight belongs to the day before. */
export function onDay(entries: readonly CalendarEntry[], { start, end }: Pick<Day, 'start' | 'end'>): DayEntry[] {
  const found = entries.flatMap((entry): DayEntry[] => {
    const [begin, over] = [beginOf(entry), endOf(entry)]
    if (begin >= end || (begin < start && over <= start)) return []
    if (begin >= start) return [{ entry, does: 'begins' }]
    return [{ entry, does: over <= end ? 'ends' : 'goes_on' }]
  })
  return found.sort((one, other) => ORDER.indexOf(one.does) - ORDER.indexOf(other.does))
}
