import { z } from 'zod'
import { signatureSchema, signatureSchemeSchema, verificationSchema } from '../schemas/signature/signatureSchemas.ts'
import { verifyGivenSchema } from '../schemas/sendSchemas.ts'
import { base } from './base.ts'

/** How senders sign, and checking everything again. */
export const signatures = {
  /** The presets. */
  schemes: base.route({ method: 'GET', path: '/signature-schemes' }).output(z.array(signatureSchemeSchema)),
  /** The signature of a request that is given, with why it is not valid. Nothing is kept. */
  verifyGiven: base
    .route({ method: 'POST', path: '/signature-check' })
    .input(verifyGivenSchema)
    .output(signatureSchema),
  /** Checks all stored deliveries again that nothing proves yet, in the background. */
  verifyAll: base.route({ method: 'POST', path: '/verification', successStatus: 202 }).output(verificationSchema),
  cancel: base.route({ method: 'DELETE', path: '/verification' }).output(verificationSchema),
}
