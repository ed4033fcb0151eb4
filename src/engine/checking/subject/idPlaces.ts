import { createHash } from 'node:crypto'
import type { HeaderLine } from '../../../shared/model.ts'
import { scalarText, valueAt } from '../../../shared/json/jsonPointer.ts'
import { senderPreset } from '../../../shared/signature/schemePresets.ts'
import type { SignatureScheme } from '../../../shared/signature/signatureScheme.ts'

/** Where a delivery has an id by which a repetition can be recognised. */
export interface IdPlace {
  pointer?: string
  /** The body has it as a number. */
  isNumber?: boolean
  header?: string
  /** An id of the right form. */
  sample: string
}

/** Every place by which a repetition can be recognised, the sender's own first: all of them change with each delivery. */
export function placesOfId(scheme: SignatureScheme, headers: readonly HeaderLine[], text: string | null): IdPlace[] {
  const root: unknown = text === null ? undefined : JSON.parse(text)
  const headerValue = (name: string) => headers.find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1]
  const meaning = scheme.id === 'service' ? undefined : senderPreset(scheme.id)?.meaning
  const places = (meaning?.eventId ?? '/id').split('|')
  const own = scheme.idHeader
  const found = [
    ...(own === null ? [] : [{ header: own, sample: headerValue(own) ?? 'msg_1' }]),
    ...places
      .filter((place) => place.toLowerCase() !== own?.toLowerCase())
      .flatMap((place): IdPlace[] => {
        if (place.startsWith('/'))
          return startsOf(root, meaning?.items).flatMap((start) => placeAt(root, start + place))
        const sample = headerValue(place)
        return sample === undefined ? [] : [{ header: place, sample }]
      }),
  ]
  // Some senders repeat the id in other headers, such as those of SNS; a short one can be there by chance.
  const samples = new Set(found.map(({ sample }) => sample).filter(({ length }) => length >= 16))
  const names = new Set(found.map(({ header }) => header?.toLowerCase()))
  const again = headers.filter(([name, value]) => samples.has(value) && !names.has(name.toLowerCase()))
  return [...found, ...again.map(([header, sample]) => ({ header, sample }))]
}

/** Changing the id of an event reads the whole body. */
const maxEvents = 100

/** Pointers to the events of a delivery, and to the whole of it, because some senders give one id to all events. */
function startsOf(root: unknown, items: string | undefined): string[] {
  const listed = items === undefined ? undefined : valueAt(root, items)
  return Array.isArray(listed) ? [...listed.slice(0, maxEvents).map((_event, index) => `${items}/${index}`), ''] : ['']
}

function placeAt(root: unknown, pointer: string): IdPlace[] {
  const value = valueAt(root, pointer)
  const sample = scalarText(value)
  const isNumber = typeof value === 'number'
  return sample === null || (isNumber && !/^\d+$/.test(sample)) ? [] : [{ pointer, sample, isNumber }]
}

/** The start of an example that new ids keep: prefixes such as `evt_` and `WH-`, and the first digits of a ULID. */
const idStart = /^(?:(?:[A-Za-z]+[_-])+|01(?=[0-9A-Z]{24}$)|[A-Z][a-z](?=[0-9A-Z]+$))/

/** Characters that a new id has at least after its prefix, so that no two are the same. */
const minIdLength = 25

/** A new id that looks like the example, and as far as that allows like one of ours. */
export function idLike(example: string, seed: number, count: number | string): string {
  const digest = createHash('sha256').update(`${seed} ${count}`).digest('hex')
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(example))
    return `c4ec0000-${digest.slice(0, 4)}-4${digest.slice(4, 7)}-a${digest.slice(7, 10)}-${digest.slice(10, 22)}`
  if (/^\d+$/.test(example)) {
    // More digits than 15 are not exact in JavaScript.
    const digits = BigInt(`0x${digest}`).toString()
    return digits.slice(0, Math.max(9, Math.min(example.length, 15)))
  }
  const start = idStart.exec(example)?.[0] ?? ''
  const rest = example.slice(start.length)
  const isHex = /^(?:[0-9a-f][_-]?){16,}$/.test(rest)
  const letters = `${isHex ? 'c4ec0000' : 'check'}${digest}`
  let at = 0
  const next = () => letters[at++ % letters.length] ?? ''
  const shaped = rest.replaceAll(/[0-9A-Za-z]/g, next)
  const made = shaped + Array.from({ length: Math.max(0, minIdLength - rest.length) }, next).join('')
  return start + (/[A-Z]/.test(rest) && !/[a-z]/.test(rest) ? made.toUpperCase() : made)
}
