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
   * Sets all rules, in order. A missing rule is removed; a new rule starts with new deliveries. Rules
   * of commands (`temporary`) stay as they are, whether they are left out or not.
   */
  setRules: base
    .route({ method: 'PUT', path })
    .input(forwardRulesInputSchema.extend({ id: z.string() }))
    .output(forwardRulesSchema),
  /** Pauses a rule: new deliveries wait, and continue in order on `resume`. */
  pause: base
    .route({ method: 'POST', path: `${path}/{ruleId}/pause` })
    .input(ofRule)
    .output(forwardRulesSchema),
  resume: base
    .route({ method: 'POST', path: `${path}/{ruleId}/resume` })
    .input(ofRule)
    .output(forwardRulesSchema),
  /** Forwards the deliveries since a time that have no 2xx from this rule. */
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
  /** Ends the catch-up after the exchanges in flight; the rule continues as before. */
  cancelCatchUp: base
    .route({ method: 'DELETE', path: `${path}/{ruleId}/catch-up` })
    .input(ofRule)
    .output(forwardRulesSchema),
}
