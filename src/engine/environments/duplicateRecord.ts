import { randomUUID } from 'node:crypto'
import { type EnvironmentRecord, newReceiverKey, noProofs } from './environmentRecord.ts'

/**
 * Copies an environment's settings into a new one, with its secrets only if requested. Proofs and applied values stay
 * with the original. A copy of the sandbox is a regular environment.
 */
export function duplicateRecord(record: EnvironmentRecord, name: string, withSecrets: boolean): EnvironmentRecord {
  const { desired } = record.webhookConfig
  const leadsToOriginal = desired.url?.includes(record.receiverKey) === true
  return {
    ...structuredClone(record),
    id: randomUUID(),
    name,
    kind: record.kind === 'sender' ? 'sender' : 'service',
    receiverKey: newReceiverKey(),
    sealedNames: withSecrets ? record.sealedNames : {},
    password: withSecrets ? record.password : null,
    readonlyPassword: withSecrets ? record.readonlyPassword : null,
    handshakes: {
      on: record.handshakes.on,
      verifyToken: withSecrets ? record.handshakes.verifyToken : null,
      offered: [],
    },
    // Uses are counted per secret id, so copied secrets get new ids.
    sharedSecrets: withSecrets ? record.sharedSecrets.map((secret) => ({ ...secret, id: randomUUID() })) : [],
    webhookConfig: {
      desired: { ...desired, webhookTypes: [...desired.webhookTypes], url: leadsToOriginal ? null : desired.url },
      applied: null,
      held: null,
      before: null,
      history: [],
    },
    rotation: null,
    proofs: noProofs,
  }
}
