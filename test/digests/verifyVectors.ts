/** Prints the verdict of every vector that a sender publishes, one line each: `id verdict`. A process of its own. */
import { readFileSync } from 'node:fs'
import { verificationSecret } from '../../src/engine/signature/keys/verificationSecret.ts'
import { verifySignature } from '../../src/engine/signature/verifySignature.ts'
import { schemePreset } from '../../src/shared/signature/schemePresets.ts'

interface Vector {
  id: string
  preset: string | null
  method: string
  url: string
  headers: Record<string, string>
  bodyBase64: string
  key: string
  clock?: number
}

const file = new URL('../signature/senderVectors.json', import.meta.url)
for (const vector of JSON.parse(readFileSync(file, 'utf8')) as Vector[]) {
  const scheme = vector.preset === null ? undefined : schemePreset(vector.preset)
  if (scheme === undefined) continue
  const request = {
    headers: Object.entries(vector.headers).flat(),
    body: Buffer.from(vector.bodyBase64, 'base64'),
    truncated: false,
    method: vector.method,
    urls: [vector.url],
    receivedAt: vector.clock === undefined ? null : vector.clock * 1000,
  }
  const secret = verificationSecret({ id: 'k', label: 'k', text: vector.key, current: true }, scheme)
  console.log(vector.id, verifySignature(request, scheme, [secret]).verdict)
}
