/**
 * The one typed contract of Hookscope. The same router answers it over a MessagePort (desktop),
 * a WebSocket (browser) and HTTP under /api/v1 (scripts).
 */
import { eventIterator } from '@orpc/contract'
import { base } from './contract/base.ts'
import { caseFiles } from './contract/caseFileCalls.ts'
import { checks } from './contract/checkCalls.ts'
import { deliveries } from './contract/deliveryCalls.ts'
import { environments } from './contract/environmentCalls.ts'
import { forwarding } from './contract/forwardCalls.ts'
import { objects } from './contract/objectCalls.ts'
import { sandbox } from './contract/sandboxCalls.ts'
import { savedFilters } from './contract/savedFilterCalls.ts'
import { scenarios } from './contract/scenarioCalls.ts'
import { fixtures, sends, testCase } from './contract/sendCalls.ts'
import { signatures } from './contract/signatureCalls.ts'
import { shell } from './contract/shellCalls.ts'
import { storage } from './contract/storageCalls.ts'
import { tools } from './contract/toolCalls.ts'
import { tunnel } from './contract/tunnelCalls.ts'
import { unseen } from './contract/unseenCalls.ts'
import { webhookConfig } from './contract/webhookConfigCalls.ts'
import { feedMessageSchema } from './schemas/feedSchemas.ts'
import { latencyQuerySchema, latencySchema } from './schemas/parts/latencySchemas.ts'
import { rateQuerySchema, rateSchema } from './schemas/rateSchemas.ts'
import { statusSchema } from './schemas/statusSchemas.ts'
import { strictCalls } from './input/strictCalls.ts'

const calls = {
  status: base.route({ method: 'GET', path: '/status' }).output(statusSchema),

  deliveries,
  unseen,
  savedFilters,
  caseFiles,
  objects,

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
  checks,
  shell,

  /** Live state. Reconnecting clients send the last event id and miss nothing. Not part of the HTTP API: scripts use GET /events. */
  feed: base.output(eventIterator(feedMessageSchema)),
}

type Calls = typeof calls

/** An interface, because the compiler writes what is derived from it by this name; the calls written out are too long for it. */
export interface Contract extends Calls {}

export const contract: Contract = strictCalls(calls)
