import { checkedLibraries } from './checkedLibraries.ts'
import { cloudPresets } from './cloudPresets.ts'
import { codePresets } from './codePresets.ts'
import { commercePresets } from './commercePresets.ts'
import { messagePresets } from './messagePresets.ts'
import { hmac, sender } from './presetParts.ts'
import { paymentPresets } from './paymentPresets.ts'
import { standardPresets } from './standardPresets.ts'
import { voicePresets } from './voicePresets.ts'
import { workPresets } from './workPresets.ts'
import type { SenderPreset } from './senderPreset.ts'
import type { PlainHmacScheme, SignatureScheme } from './signatureScheme.ts'

/**
 * `Base64Encode(Hmac-Sha256(sharedSecret, webhookPayload))` in one header: the service that Hookscope is made for
 * (its interface document, section 6.3).
 */
export const serviceScheme: PlainHmacScheme = {
  ...hmac({ id: 'service', label: 'The service', header: 'x-service-webhook-hmac', encoding: 'base64' }),
  form: { kind: 'plain', prefix: '' },
  key: { decode: 'utf8', prefix: '' },
}

/** Every sender that Hookscope knows; the service first, then by name. */
export const senderPresets: readonly SenderPreset[] = [
  sender({
    scheme: serviceScheme,
    evidence: 'published-vector',
    source: "the service's interface document, section 6.3",
    telltales: ['x-service-webhook-hmac'],
  }),
  ...[
    ...standardPresets,
    ...codePresets,
    ...paymentPresets,
    ...commercePresets,
    ...messagePresets,
    ...voicePresets,
    ...cloudPresets,
    ...workPresets,
  ]
    .toSorted((a, b) => a.scheme.label.localeCompare(b.scheme.label, 'en'))
    .map((preset) => ({ ...preset, library: checkedLibraries[preset.scheme.id] })),
]

/** The schemes of all senders. */
export const schemePresets: readonly SignatureScheme[] = senderPresets.map(({ scheme }) => scheme)

const byId = new Map(senderPresets.map((preset) => [preset.scheme.id, preset]))

/** The preset of this id with its evidence and meaning, or undefined. */
export function senderPreset(id: string): SenderPreset | undefined {
  return byId.get(id)
}

/** The scheme of the preset of this id, or undefined. */
export function schemePreset(id: string): SignatureScheme | undefined {
  return byId.get(id)?.scheme
}
