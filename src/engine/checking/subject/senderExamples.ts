import { cloudExamples } from './cloudExamples.ts'
import { codeExamples } from './codeExamples.ts'
import { commerceExamples } from './commerceExamples.ts'
import { messageExamples } from './messageExamples.ts'
import { paymentExamples } from './paymentExamples.ts'
import type { SenderExample } from './senderExample.ts'
import { standardExamples } from './standardExamples.ts'
import { voiceExamples } from './voiceExamples.ts'
import { workExamples } from './workExamples.ts'

/** The deliveries of all senders that document one, by the id of their scheme. */
export const senderExamples: Readonly<Record<string, SenderExample>> = {
  ...standardExamples,
  ...codeExamples,
  ...paymentExamples,
  ...commerceExamples,
  ...messageExamples,
  ...voiceExamples,
  ...cloudExamples,
  ...workExamples,
}
