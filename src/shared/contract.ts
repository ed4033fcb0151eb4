/**
 * The one typed contract of Hookscope. The same router answers it over a MessagePort (desktop),
 * a WebSocket (browser) and HTTP under /api/v1 (scripts).
 */
import { eventIterator } from '@orpc/contract'
import { base, id } from './contract/base.ts'
import { caseFiles } from './contract/caseFileCalls.ts'
import { comparisons } from './contract/comparisonCalls.ts'
import { deliveries } from './contract/deliveryCalls.ts'
import { environments } from './contract/environmentCalls.ts'
import { forwarding } from './contract/forwardCalls.ts'
import { orders } from './contract/orderCalls.ts'
import { sandbox } from './contract/sandboxCalls.ts'
import { scenarios } from './contract/scenarioCalls.ts'
import { fixtures, sends, testCase } from './contract/sendCalls.ts'
import { contracts } from './contract/contractCalls.ts'
import { shapes } from './contract/shapeCalls.ts'
import { shrinks } from './contract/shrinkCalls.ts'
import { storage } from './contract/storageCalls.ts'
import { webhookConfig } from './contract/webhookConfigCalls.ts'
import { feedMessageSchema } from './schemas/feedSchemas.ts'
import { latencyQuerySchema, latencySchema } from './schemas/parts/latencySchemas.ts'
import { rateQuerySchema, rateSchema } from './schemas/rateSchemas.ts'
import { statusSchema, unseenSchema } from './schemas/statusSchemas.ts'
import { strictCalls } from './input/strictCalls.ts'
import { z } from 'zod'
import { checkInputSchema, checkReportSchema, checkSummarySchema } from './schemas/sending/checkSchemas.ts'
import { objectPageSchema, objectQuerySchema, objectSchema } from './schemas/objectSchemas.ts'
import { savedFilterInputSchema, savedFilterSchema } from './schemas/deliverySchemas.ts'
import { menuStateSchema, shellChoicesSchema, shellRequestSchema, shellSchema } from './schemas/shellSchemas.ts'
import { signatureSchema, signatureSchemeSchema, verificationSchema } from './schemas/signature/signatureSchemas.ts'
import { verifyGivenSchema } from './schemas/sending/sendSchemas.ts'
import { toolCallInputSchema, toolSessionInputSchema, toolSessionSchema } from './schemas/toolSchemas.ts'
import { tunnelInputSchema, tunnelProviderSchema, tunnelSchema } from './schemas/tunnelSchemas.ts'

/** Failed deliveries that are not seen yet. `GET /status` has them too. */
const unseen = {
  get: base.route({ method: 'GET', path: '/unseen' }).output(unseenSchema),
  /** These are seen now; without `ids`, all of them. */
  markSeen: base
    .route({ method: 'POST', path: '/unseen/seen' })
    .input(z.object({ ids: z.array(z.string().max(20)).max(1000).optional() }))
    .output(unseenSchema),
}

/** The public address of the receiver. */
const tunnel = {
  get: base.route({ method: 'GET', path: '/tunnel' }).output(tunnelSchema),
  /** All providers, with what each needs and what is kept for it. */
  providers: base.route({ method: 'GET', path: '/tunnel/providers' }).output(z.array(tunnelProviderSchema)),
  /** Closes what is open and opens this provider; `state` shows the progress. */
  open: base.route({ method: 'POST', path: '/tunnel/open' }).input(tunnelInputSchema).output(tunnelSchema),
  close: base.route({ method: 'POST', path: '/tunnel/close' }).output(tunnelSchema),
  /** Sends a nonce through the public URL and answers with the result. */
  check: base.route({ method: 'POST', path: '/tunnel/check' }).output(tunnelSchema),
}

/** The agents and editors that work with Hookscope, and their calls. Kept in memory until the process ends. */
const tools = {
  /** Newest first, at most 20. */
  list: base.route({ method: 'GET', path: '/tool-sessions' }).output(z.array(toolSessionSchema)),
  /** `hookscope mcp` says who connected. */
  open: base
    .route({ method: 'POST', path: '/tool-sessions', successStatus: 201 })
    .input(toolSessionInputSchema)
    .output(z.object({ id: z.string() })),
  note: base
    .route({ method: 'POST', path: '/tool-sessions/{id}/calls', successStatus: 201 })
    .input(toolCallInputSchema.extend({ id: z.string() }))
    .output(z.object({ noted: z.boolean() })),
  close: base
    .route({ method: 'DELETE', path: '/tool-sessions/{id}' })
    .input(id)
    .output(z.object({ closed: z.boolean() })),
}

/** How senders sign, and checking everything again. */
const signatures = {
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

/** The shell that shows the page: its abilities, and what only it can do. None of it is part of the HTTP API. */
const shell = {
  get: base.output(shellSchema),
  /** The user's decision; what is left out stays. */
  choose: base.input(shellChoicesSchema.partial()).output(shellSchema),
  /** Shows the log file or the data folder in the system's file manager. CONFLICT where that is not possible. */
  show: base.input(z.object({ what: z.enum(['log', 'data-folder']) })).output(z.object({ shown: z.string() })),
  /** Commands that native menus enable and mark. */
  menuState: base.input(menuStateSchema).output(z.object({})),
  /** Requests of native menus, links and notifications to the page, from now on. */
  requests: base.output(eventIterator(shellRequestSchema)),
}

/** Filters that the user saved. */
const savedFilters = {
  /** In the order of their names. */
  list: base.route({ method: 'GET', path: '/saved-filters' }).output(z.array(savedFilterSchema)),
  create: base
    .route({ method: 'POST', path: '/saved-filters', successStatus: 201 })
    .input(savedFilterInputSchema)
    .output(savedFilterSchema),
  update: base
    .route({ method: 'PATCH', path: '/saved-filters/{id}' })
    .input(savedFilterInputSchema.partial().extend({ id: z.string() }))
    .output(savedFilterSchema),
  remove: base
    .route({ method: 'DELETE', path: '/saved-filters/{id}' })
    .input(id)
    .output(z.object({ removed: z.string() })),
}

/** The objects that deliveries are about. */
const objects = {
  /** Objects that deliveries named, the newest activity first. */
  list: base.route({ method: 'GET', path: '/objects' }).input(objectQuerySchema).output(objectPageSchema),
  /** `environment`: by default the one in use; of an opened file the `environmentId` of its deliveries. */
  get: base
    .route({ method: 'GET', path: '/objects/{resourceType}/{resourceId}' })
    .input(z.object({ resourceType: z.string(), resourceId: z.string(), environment: z.string().optional() }))
    .output(objectSchema),
}

const check = z.object({ check: z.string() })

/** Grading a handler of webhooks on this machine. Programs that count effects are for the command line only. */
const checks = {
  /** Starts a run; one at a time. Never to another machine, and never to our own ports. */
  start: base.route({ method: 'POST', path: '/checks', successStatus: 202 }).input(checkInputSchema).output(check),
  /** The unfinished report. With `after` the answer waits until more probes than that are done, at most 5 s. */
  get: base
    .route({ method: 'GET', path: '/checks/{check}' })
    .input(check.extend({ after: z.coerce.number().int().min(0).optional() }))
    .output(checkReportSchema),
  /** Earlier runs, the newest first. */
  list: base.route({ method: 'GET', path: '/checks' }).output(z.object({ items: z.array(checkSummarySchema) })),
  /** Sends nothing more. */
  cancel: base.route({ method: 'POST', path: '/checks/{check}/cancel' }).input(check).output(checkReportSchema),
}

const calls = {
  status: base.route({ method: 'GET', path: '/status' }).output(statusSchema),

  deliveries,
  unseen,
  savedFilters,
  caseFiles,
  objects,
  shapes,
  contracts,

  /** Percentiles of every leg of the way of the newest deliveries, in all and for each type. */
  latency: base.route({ method: 'GET', path: '/latency' }).input(latencyQuerySchema).output(latencySchema),

  /** How many deliveries came when, by verdict. */
  rates: base.route({ method: 'GET', path: '/rates' }).input(rateQuerySchema).output(rateSchema),

  environments,
  forwarding,
  signatures,
  storage,
  tunnel,
  tools,
  webhookConfig,
  sandbox,
  sends,
  fixtures,
  testCase,
  scenarios,
  shrinks,
  checks,
  comparisons,
  orders,
  shell,

  /** Live state. Reconnecting clients send the last event id and miss nothing. Not part of the HTTP API: scripts use GET /events. */
  feed: base.output(eventIterator(feedMessageSchema)),
}

type Calls = typeof calls

/** An interface, because the compiler writes what is derived from it by this name; the calls written out are too long for it. */
export interface Contract extends Calls {}

export const contract: Contract = strictCalls(calls)
