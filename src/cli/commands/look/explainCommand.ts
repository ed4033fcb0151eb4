import { exitCodes } from '../../../host/shells/exitCodes.ts'
import { isVerified } from '../../../shared/model.ts'
import { withoutSecrets } from '../../../shared/redaction/withoutSecrets.ts'
import { signatureSentence, explanationLines } from '../verify/readableSignature.ts'
import type { JoinOptions } from '../../connect/api.ts'
import { answer, answerJson } from '../../output/terminal.ts'
import { deliveryAt } from '../../connect/deliveryAt.ts'
import { withApi } from '../../connect/withApi.ts'

export interface ExplainOptions extends JoinOptions {
  digest?: string
}

/** Prints why the signature of a delivery fails, with the proof. Answers 1 where it stays unexplained. */
export async function explainCommand(named: string, options: ExplainOptions): Promise<number> {
  const { digest = null } = options
  return withApi(options, 'reading', async ({ client }) => {
    const id = await deliveryAt(client, named)
    const delivery = await client.deliveries.get({ id, explain: 'false' })
    // A token is the secret itself; a signature has to be seen.
    const { signature } = delivery.signature.carriesSecret ? withoutSecrets(delivery) : delivery
    const explanation = await client.deliveries.explain({ id, ...(digest === null ? {} : { digest }) })
    if (options.json === true) answerJson({ ...signature, explanation })
    else
      answer([signature.verdict, '', signatureSentence(signature), ...explanationLines(explanation, digest)].join('\n'))
    // For a digest only a proof counts: a remark on its form does not say what was hashed.
    const found = explanation.findings.filter(({ kind }) => digest === null || kind === 'proof')
    const isClear = found.length > 0 || (digest === null && isVerified(signature.verdict))
    return isClear ? exitCodes.done : exitCodes.no
  })
}
