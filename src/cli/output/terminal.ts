/** Everything that is written to stdout and stderr. Text from outside could steer a terminal, so control bytes never reach it. */

/** The answer of a command, and nothing else. */
export function answer(text: string): void {
  process.stdout.write(`${plain(text)}\n`)
}

/** Nothing more can be written to stdout. Why is the matter of hookscope.ts: a reader that has seen enough is no failure. */
export class OutputClosed extends Error {
  override name = 'OutputClosed'
}

/** Bytes of the answer, as fast as the reader takes them. Rejects with OutputClosed. */
export async function answerBytes(bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) => (error == null ? resolve() : reject(new OutputClosed(error.message))))
  })
}

/** Everything that is not the answer. */
export function remark(text: string): void {
  process.stderr.write(`${plain(text)}\n`)
}

/** No control character but the line feed and the tab, and none that is not seen or turns the direction round. */
function plain(text: string): string {
  return text.replace(/(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\uFFFD')
}

export type Colour = 'green' | 'red' | 'yellow' | 'grey'

/** A piece of a line; its text may come from outside. */
export interface Part {
  text: string
  colour?: Colour
}

const codes: Record<Colour, string> = { green: '32', red: '31', yellow: '33', grey: '90' }

/** Puts a line together. Nothing in a part can end the line, turn its direction round or steer the terminal. Pure. */
export function lineOf(parts: readonly Part[], inColour: boolean): string {
  return parts
    .map(({ text, colour }) => {
      const safe = inLine(text)
      return inColour && colour !== undefined && safe !== '' ? `\u001B[${codes[colour]}m${safe}\u001B[0m` : safe
    })
    .join('')
    .trimEnd()
}

/** No control, format or unassigned character, and no other line end either. */
export function inLine(text: string): string {
  return text.replace(/[\p{C}\u2028\u2029]/gu, '\uFFFD')
}

/** Writes one line of parts to stdout, in colour on a terminal, unless NO_COLOR is set (no-color.org). */
export function answerLine(parts: readonly Part[]): void {
  const { NO_COLOR, TERM } = process.env
  const inColour = process.stdout.isTTY && (NO_COLOR === undefined || NO_COLOR === '') && TERM !== 'dumb'
  process.stdout.write(`${lineOf(parts, inColour)}\n`)
}

/** One value as a line of JSON. Characters that a terminal might obey are written as escapes, so nothing is lost. */
export function answerJson(value: unknown): void {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  answer(
    JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (found) => found.split('').map(escaped).join('')),
  )
}
