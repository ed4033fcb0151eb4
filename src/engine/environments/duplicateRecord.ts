import { randomUUID } from 'node:crypto'
import { type EnvironmentRecord, newReceiverKey, noProofs } from './environmentRecord.ts'

/**
 * A new environment with the settings of another one, and its secrets only where that is wanted. What was seen to work
 * and what was applied belongs to the other one. The copy of the sandbox is an environment like any other.
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
    // Uses are counted by id, and a delivery here is no use of the secret there.
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
