import { z } from 'zod'
import { tunnelInputSchema, tunnelProviderSchema, tunnelSchema } from '../schemas/tunnelSchemas.ts'
import { base } from './base.ts'

/** The public address of the receiver. */
export const tunnel = {
  get: base.route({ method: 'GET', path: '/tunnel' }).output(tunnelSchema),
  /** All providers, with what each needs and what is kept for it. */
  providers: base.route({ method: 'GET', path: '/tunnel/providers' }).output(z.array(tunnelProviderSchema)),
  /** Closes what is open and opens this provider; `state` shows the progress. */
  open: base.route({ method: 'POST', path: '/tunnel/open' }).input(tunnelInputSchema).output(tunnelSchema),
  close: base.route({ method: 'POST', path: '/tunnel/close' }).output(tunnelSchema),
  /** Sends a nonce through the public URL and answers with the result. */
  check: base.route({ method: 'POST', path: '/tunnel/check' }).output(tunnelSchema),
}
