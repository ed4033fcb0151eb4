import { z } from 'zod'

/** A field that GET answers and PUT takes without reading it, so that an answer of GET can be changed and put back. */
export const ofGetOnly = z
  .unknown()
  .transform((): unknown => undefined)
  .optional()
  .describe('GET answers it; PUT takes it and does not read it.')
