/** Schemas of what is forwarded to local apps: rules, and how far each has come. */
import { z } from 'zod'
import { ofGetOnly } from './parts/ofGetOnly.ts'
import { personalName } from './parts/personalName.ts'

const time = z.iso.datetime({ precision: 3 })

/** Maximum number of apps that one environment forwards to. */
const maxRules = 50

export const forwardRuleInputSchema = z.object({
  /** Permanent id of the rule; left out, a new one is generated. */
  id: z
    .string()
    .regex(/^[\w-]{1,80}$/, 'The id of a rule has letters, digits, hyphens and underscores only.')
    .optional(),
  name: personalName('Give the rule a name.'),
  /** Deliveries that come while a rule is off are not forwarded; a catch-up sends it later. */
  enabled: z.boolean().default(true),
  /** The deliveries, in the language of the page; without a filter every one, verified or not. */
  when: z.object({ filter: z.string().trim().max(2000).optional() }).default({}),
  /** Such as http://127.0.0.1:3000/webhooks. The rest of the path after the receiver's path is appended. */
  target: z.string().trim().min(1, 'Give the address of your app.').max(2000),
  /** `object`: deliveries of one object one after the other; `parallel`: each as soon as it can. */
  order: z.enum(['object', 'parallel']).default('object'),
  /** For one exchange. */
  timeoutMs: z
    .number()
    .int()
    .min(100, 'Wait at least 100 ms for an answer.')
    .max(120_000, 'Wait at most 120,000 ms for an answer.')
    .default(30_000),
  /** Tries after the first one, with growing pauses. Anything but a 2xx is tried again. */
  retries: z.number().int().min(0).max(10, 'A delivery is tried again at most 10 times.').default(3),
  /** The app's answer goes back to the sender, who retries where it fails; `retries` then counts for catch-ups only. */
  answerSender: z.boolean().default(false),
})

export const forwardRulesInputSchema = z.object({
  rules: z
    .array(forwardRuleInputSchema.extend({ state: ofGetOnly, temporary: z.boolean().default(false) }))
    .max(maxRules, `An environment takes at most ${maxRules} forwarding rules.`),
  /** Hosts beyond loopback that the user allows, without a port; left out, they stay as they are. */
  allowedHosts: z
    .array(
      z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])$/, 'Give a host name without scheme and port.'),
    )
    .max(50)
    .optional(),
})

/** How far the deliveries since a moment have been looked through again. */
const catchUpSchema = z.object({
  since: time,
  startedAt: time,
  /** Null while it goes on. */
  endedAt: time.nullable(),
  cancelled: z.boolean(),
  /** Deliveries of all environments in its range, and how many of them are behind it. */
  total: z.number().int(),
  done: z.number().int(),
  /** Number that were answered with a 2xx, and number that were passed over. */
  sent: z.number().int(),
  failed: z.number().int(),
})

/** One exchange with the app. */
const forwardTrySchema = z.object({
  deliveryId: z.string(),
  at: time,
  /** Null where no answer came; `problem` then says why. */
  status: z.number().int().nullable(),
  totalMs: z.number().nullable(),
  problem: z.string().nullable(),
})

export const forwardStateSchema = z.object({
  /** A paused rule keeps its place: what comes waits. */
  paused: z.boolean(),
  /** Deliveries that wait, those that are tried again included; `waitingMore`: there are more than these. */
  waiting: z.number().int(),
  waitingMore: z.boolean(),
  underWay: z.number().int(),
  /** Lanes that wait for another try of their first delivery, the next one first; at most 20 of `heldLanes`. */
  held: z.array(
    z.object({
      deliveryId: z.string(),
      /** Null where the delivery names no object, so that the environment is the lane. */
      resourceType: z.string().nullable(),
      resourceId: z.string().nullable(),
      tries: z.number().int(),
      dueAt: time,
    }),
  ),
  heldLanes: z.number().int(),
  /** Deliveries that were passed over since the rule was made. */
  failed: z.number().int(),
  /** The app's last answer since Hookscope started, or why none came. */
  last: forwardTrySchema.nullable(),
  /** The newest tries since Hookscope started, the newest first; at most 10. */
  recent: z.array(forwardTrySchema),
  /** The last one since the rule was made. */
  catchUp: catchUpSchema.nullable(),
})

export const forwardRuleSchema = forwardRuleInputSchema.required().extend({
  state: forwardStateSchema,
  /** Added by a command that runs, such as `listen --forward-to`. It ends with the command. */
  temporary: z.boolean(),
})

export const forwardRulesSchema = z.object({ rules: z.array(forwardRuleSchema), allowedHosts: z.array(z.string()) })

export const temporaryRuleInputSchema = forwardRuleInputSchema.pick({ target: true }).extend({
  /** A host beyond this machine that the user allows. */
  allowHost: z.string().max(255).optional(),
  /** Deliveries received at this moment or later are sent, too. Default: now. */
  since: z.iso.datetime({ offset: true }).optional(),
})

export const catchUpInputSchema = z.object({
  /** Deliveries received at this moment or later; those that have had their 2xx are left out. */
  since: z.iso.datetime({ offset: true, error: 'Give a moment such as 2026-01-31T12:00:00Z.' }),
})

/** State of a delivery's rules. */
export const forwardSummarySchema = z.object({
  /** `failed`: at least one app has not taken it, and is not asked again; `waiting`: one is asked again, or just now. */
  state: z.enum(['waiting', 'done', 'failed']),
  /** The app's last answer; null where none came. */
  status: z.number().int().nullable(),
})

/** The rule and try of an attempt that a rule made. */
export const forwardedSchema = z.object({
  ruleId: z.string(),
  /** The rule's name then. */
  rule: z.string(),
  /** Number of this try, and of all. */
  nth: z.number().int(),
  most: z.number().int(),
  /** The try before broke off with Hookscope, so the app may have got the delivery already. */
  again: z.boolean(),
  /** When it is tried again, ms since the epoch; null when it is not. */
  nextAt: z.number().nullable(),
})
