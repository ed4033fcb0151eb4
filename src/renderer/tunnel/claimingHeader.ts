import { headerValues } from '../../shared/headers.ts'
import type { HeaderLine } from '../../shared/model.ts'
import { cameWords } from '../words/tunnel.ts'

/** Headers in which a tunnel or proxy names the sender, as people write them. */
const names = ['CF-Connecting-IP', 'X-Real-IP', 'X-Forwarded-For']

/** The header that names this address as the sender's. Pure. */
export function claimingHeader(headers: readonly HeaderLine[], address: string): string {
  const flat = headers.flat()
  const claims = (name: string) =>
    headerValues(flat, name.toLowerCase()).some((value) => value.trim().startsWith(address))
  return names.find(claims) ?? cameWords.someHeader
}
