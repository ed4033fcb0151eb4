import type { HeaderLine } from '../../../shared/model.ts'

/** A delivery as a sender documents it, without its signature. The data is invented, in the forms that the sender uses. */
export type SenderExample = {
  /** In place of what every template has; `Content-Type` only where it is not that of JSON with its charset. */
  headers?: readonly HeaderLine[]
} & (
  | {
      /** Written as JSON without spaces. */
      body: unknown
    }
  | {
      /** The bytes as the sender writes them, where they are known to be others. */
      text: string
    }
)

/** An id as examples have it. */
export const uuid = (end: number) => `c4ec0000-0000-4000-a000-${String(end).padStart(12, '0')}`
export const when = '2026-01-31T12:00:00Z'
export const seconds = 1769860800

/** JSON over several lines, with two spaces for each level. */
export function onLines(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

/** JSON in which slashes and everything beyond ASCII are escapes, as PHP writes it. */
export function asciiEscaped(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('/', '\\/')
    .replaceAll(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
