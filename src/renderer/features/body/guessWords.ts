import type { Guess } from '../../bytes/guessMeaning.ts'
import { countOf, formatAgo, formatClock, formatDate } from '../../text/format.ts'

/** A guess in words: what it could be, what that would say, and what must be known to read it right. */
export interface GuessSentence {
  lead: string
  text: string
  note: string
}

/** Never a certainty: the sentence says "could be". Pure; `now` is an argument. */
export function guessSentence(guess: Guess, now: number): GuessSentence {
  switch (guess.kind) {
    case 'time':
      return { lead: timeLeads[guess.form], text: instant(guess.at), note: ago(guess.at, now) }
    case 'token': {
      const expiry = guess.expires === null ? '' : ` ${expirySentence(guess.expires, now)}`
      const text = `${guess.header}\n${guess.claims}`
      return { lead: 'Looks like a JWT: header and claims', text, note: `Its signature is not verified here.${expiry}` }
    }
    case 'base64': {
      const lead = `Could be ${guess.url ? 'base64url' : 'base64'} of ${guess.text === null ? 'bytes' : 'text'}`
      const rest = guess.cut ? ', of which this is the beginning' : ''
      return { lead, text: guess.text ?? guess.hex, note: `${countOf(guess.size, 'byte')}${rest}` }
    }
    case 'url':
      return { lead: 'Could be URL-encoded text', text: guess.text, note: '' }
    case 'uuid':
      return {
        lead: uuidLead(guess.version),
        text: guess.at === null ? '' : instant(guess.at),
        note: guess.at === null ? '' : `the time it carries, ${ago(guess.at, now)}`,
      }
  }
}

const timeLeads = {
  seconds: 'Could be a Unix time in seconds',
  milliseconds: 'Could be a Unix time in milliseconds',
  instant: 'Looks like an instant',
}

function uuidLead(version: string): string {
  if (version === 'nil') return 'Looks like the nil UUID: all zeros'
  if (version === 'max') return 'Looks like the max UUID: all ones'
  if (version === 'other') return 'Looks like a UUID, of another variant than RFC 9562'
  return `Looks like a UUID, version ${version}${{ 4: ' (random)', 7: ' (by time)', 1: ' (by time)', 6: ' (by time)', 5: ' (from a name)', 3: ' (from a name)' }[version] ?? ''}`
}

/** "21 Nov 2026, 17:05:09.123 here, 2026-11-21T16:05:09.123Z". */
function instant(at: number): string {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return ''
  const iso = date.toISOString()
  return `${formatDate(iso)}, ${formatClock(iso)} here · ${iso.replace('T', ' ').replace('Z', '')} UTC`
}

function ago(at: number, now: number): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? '' : formatAgo(date.toISOString(), now)
}

function expirySentence(at: number, now: number): string {
  return at < now ? `It says that it ended ${ago(at, now)}.` : `It says that it ends ${ago(at, now)}.`
}
