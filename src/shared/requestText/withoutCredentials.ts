import type { HeaderLine } from '../model.ts'

/** Replaces a credential. */
export const redacted = '[redacted]'

/** Headers whose value gives access to an account. A signature is none: it fits one body only. */
const credential =
  /^(?:authorization|proxy-authorization|cookie|set-cookie|(?:x-)?api-?key|(?:x-)?(?:auth|access|csrf)-?token)$/i

/** Header lines with every credential replaced, and the names of those, each once. Pure. */
export function withoutCredentials(lines: readonly HeaderLine[]): { lines: HeaderLine[]; names: string[] } {
  const names = lines.flatMap(([name]) => (credential.test(name) ? [name] : []))
  return {
    lines: lines.map(([name, value]) => [name, credential.test(name) ? redacted : value]),
    names: [...new Set(names)],
  }
}
