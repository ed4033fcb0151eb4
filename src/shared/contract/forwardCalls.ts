import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { attemptSchema } from '../schemas/deliverySchemas.ts'
import {
  catchUpInputSchema,
  forwardRulesInputSchema,
  forwardRulesSchema,
  temporaryRuleInputSchema,
} from '../schemas/forwardSchemas.ts'
import { base, id } from './base.ts'

const ofRule = id.extend({ ruleId: z.string().max(80) })
const path = '/environments/{id}/forward-rules'

/** Deliveries that go on to local apps. */
export const forwarding = {
  rules: base.route({ method: 'GET', path }).input(id).output(forwardRulesSchema),
  /**
   * All rules, in their order. One that is left out is removed; one that is new begins with what comes from now on. Rules
   * of commands (`temporary`) stay as they are, whether they are left out or not.
   */
  setRules: base
    .route({ method: 'PUT', path })
    .input(forwardRulesInputSchema.extend({ id: z.string() }))
    .output(forwardRulesSchema),
  /** Keeps its place: new deliveries wait, and go on in order on `resume`. */
  pause: base
    .route({ method: 'POST', path: `${path}/{ruleId}/pause` })
    .input(ofRule)
    .output(forwardRulesSchema),
  resume: base
    .route({ method: 'POST', path: `${path}/{ruleId}/resume` })
    .input(ofRule)
    .output(forwardRulesSchema),
  /** Goes through the deliveries since a moment once more and forwards those that have not had a 2xx from this rule. */
  catchUp: base
    .route({ method: 'POST', path: `${path}/{ruleId}/catch-up`, successStatus: 202 })
    .input(ofRule.extend(catchUpInputSchema.shape))
    .output(forwardRulesSchema),
  /**
   * Adds a rule that sends each delivery once, for as long as the client listens, and returns its attempts. Only to this
   * machine, unless `allowHost` names the host. Not part of the HTTP API.
   */
  live: base
    .input(temporaryRuleInputSchema.extend({ id: z.string() }))
    .output(eventIterator(attemptSchema.extend({ deliveryId: z.string() }))),
  /** Finishes exchanges in flight; the rule goes on where it was before. */
  cancelCatchUp: base
    .route({ method: 'DELETE', path: `${path}/{ruleId}/catch-up` })
    .input(ofRule)
    .output(forwardRulesSchema),
}
