import { startReceiver } from '../../../src/engine/receiver/startReceiver.ts'
import { serviceScheme } from '../../../src/shared/signature/schemePresets.ts'
import { verificationSecret } from '../../../src/engine/signature/keys/verificationSecret.ts'
import { verifySignature } from '../../../src/engine/signature/verifySignature.ts'
import { secret, target } from '../messages.ts'
import type { Subject } from './subject.ts'

/** The receiver with nothing behind it, with or without verification: tells what each part costs. Keeps nothing. */
export async function startReceiverAlone(verify: boolean): Promise<Subject> {
  const secrets = [verificationSecret({ id: '1', label: 'bench', text: secret, current: true }, serviceScheme)]
  const receiver = await startReceiver({
    host: '127.0.0.1',
    port: 0,
    route: (asked) => (asked === target ? 'bench' : null),
    onRequest: async (request, _environmentId, refusal) => {
      if (verify && verifySignature({ ...request, urls: [] }, serviceScheme, secrets).verdict !== 'valid')
        return { status: 503 }
      return { status: refusal ?? 200 }
    },
  })
  return { port: receiver.port, settled: async () => undefined, stop: async () => receiver.stop(0) }
}
