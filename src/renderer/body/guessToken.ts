import { bytesOfBase64 } from './guessBase64.ts'
import type { Guess } from './guess.ts'

/** A JSON Web Token: two parts that are JSON objects, and a signature that nobody has checked here. */
export function guessToken(value: string): Guess | null {
  const parts = /^(?:Bearer )?([\w-]{4,})\.([\w-]{4,})\.([\w-]*)$/.exec(value)
  if (parts === null) return null
  const header = readObject(parts[1] ?? '')
  const claims = readObject(parts[2] ?? '')
  if (header === null || claims === null || typeof header.object['alg'] !== 'string') return null
  const expires = claims.object['exp']
  return {
    kind: 'token',
    header: header.text,
    claims: claims.text,
    expires: typeof expires === 'number' && Math.abs(expires) < 8.64e12 ? expires * 1000 : null,
  }
}

function readObject(part: string): { text: string; object: Record<string, unknown> } | null {
  const bytes = bytesOfBase64(part)
  if (bytes === null) return null
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const object: unknown = JSON.parse(text)
    const isObject = typeof object === 'object' && object !== null && !Array.isArray(object)
    return isObject ? { text, object: object as Record<string, unknown> } : null
  } catch {
    return null
  }
}
