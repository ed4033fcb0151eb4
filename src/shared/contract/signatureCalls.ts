import { z } from 'zod'
import { signatureSchemeSchema, verificationSchema } from '../schemas/signatureSchemas.ts'
import { base } from './base.ts'

/** How senders sign, and checking everything again. */
export const signatures = {
  /** The presets. */
  schemes: base.route({ method: 'GET', path: '/signature-schemes' }).output(z.array(signatureSchemeSchema)),
  /** Checks all stored deliveries again that nothing proves yet, in the background. */
  verifyAll: base.route({ method: 'POST', path: '/verification', successStatus: 202 }).output(verificationSchema),
  cancel: base.route({ method: 'DELETE', path: '/verification' }).output(verificationSchema),
}
