import type { Guess } from './guess.ts'

/** Unix times are only guessed within these years: other numbers are more likely amounts and ids. */
const earliest = Date.UTC(2001, 8, 9)
const latest = Date.UTC(2100, 0, 1)

/** A Unix time in seconds or milliseconds, or an ISO 8601 instant. */
export function guessTime(value: string): Guess | null {
  if (/^\d{9,10}(?:\.\d+)?$/.test(value)) return withinYears('seconds', Number(value) * 1000)
  if (/^\d{12,13}$/.test(value)) return withinYears('milliseconds', Number(value))
  // More digits than milliseconds are cut: the instant is shown to the millisecond.
  const iso = /^(\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d)?)(\.\d{1,3})?\d*([Zz]|[+-]\d\d:?\d\d)$/.exec(value)
  if (iso === null) return null
  const at = Date.parse(`${iso[1]?.replace(' ', 'T')}${iso[2] ?? ''}${iso[3]}`)
  return Number.isNaN(at) ? null : { kind: 'time', form: 'instant', at }
}

function withinYears(form: 'seconds' | 'milliseconds', at: number): Guess | null {
  return at >= earliest && at < latest ? { kind: 'time', form, at: Math.floor(at) } : null
}
