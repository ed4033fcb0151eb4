import { proofText } from '../../../shared/sessionProof.ts'
import type { SessionProof } from '../../../shared/wireTypes.ts'

/** Who answers at the page's address. */
export type ServerProof =
  /** Hookscope, with the key of this page. */
  | { kind: 'ours'; folder: string }
  /** Something without that key: another Hookscope, this one with another key, or another program. */
  | { kind: 'foreign'; folder: string | null }
  | { kind: 'silent' }

/**
 * Lets the server at `origin` show that it has the key, before the page sends it: while Hookscope is stopped another
 * user's program may listen on its port.
 */
export async function proveServer(origin: string, token: string, signal: AbortSignal): Promise<ServerProof> {
  const nonce = base64url(crypto.getRandomValues(new Uint8Array(32)))
  let answered: Partial<SessionProof>
  try {
    const response = await fetch(`${origin}/session/proof`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ nonce }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    })
    if (!response.ok) return { kind: 'foreign', folder: null }
    answered = (await response.json()) as Partial<SessionProof>
  } catch (error) {
    // What is no JSON came from something that listens here, and is not Hookscope.
    return error instanceof SyntaxError ? { kind: 'foreign', folder: null } : { kind: 'silent' }
  }
  const folder = typeof answered.folder === 'string' ? answered.folder : null
  const isOurs = folder !== null && answered.proof === (await sign(token, proofText(origin, nonce)))
  return isOurs ? { kind: 'ours', folder } : { kind: 'foreign', folder }
}

const patienceMs = 4000

async function sign(token: string, text: string): Promise<string> {
  const encoder = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(token), algorithm, false, ['sign'])
  return base64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text))))
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
