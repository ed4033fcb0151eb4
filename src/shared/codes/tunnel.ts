import { z } from 'zod'
import { networkFailureSchema } from './callFailures.ts'
import { type Coded, coded, noFields } from './coded.ts'

const status = z.number().int()
const url = z.object({ url: z.string() })
const answer = url.extend({ status })
const server = z.object({ server: z.string() })
/** `said`: the server's own words, or null. */
const serverAnswer = server.extend({ status, said: z.string().nullable() })
const cause = z.object({ cause: networkFailureSchema })
/** `said`: the program's last words, or null. */
const ended = z.object({ said: z.string().nullable() })
/** `ngrokCode`: such as "ERR_NGROK_334", or null. */
const ngrok = z.object({ ngrokCode: z.string().nullable() })

/** A check through the public address did not come to our receiver. */
const checkCodes = {
  'check-unanswered': url.extend(cause.shape),
  'check-redirected': answer.extend({ to: z.string() }),
  'check-address-unknown': url,
  'check-refused': answer,
  'check-not-forwarded': answer,
  'check-web-page': answer,
  'check-other-hookscope': url,
  'check-other-answer': answer,
}

/** A tunnel could not be opened, or was lost. */
const openingCodes = {
  'opened-too-slowly': z.object({ provider: z.string(), limitMs: z.number() }),
  'opening-failed': z.object({ provider: z.string(), detail: z.string() }),
  /** Something is missing on this machine; `detail` says what, and how to get it. */
  'provider-not-ready': z.object({ detail: z.string() }),
  /** `detail`: which option takes what. */
  'tunnel-option-wrong': z.object({ detail: z.string() }),
  'program-missing': z.object({ program: z.string() }),
  'tunnel-server-unanswered': cause,
  'tunnel-server-refuses': serverAnswer,
  'tunnel-server-failed': serverAnswer,
  'tunnel-server-unlike-localtunnel': server,
  'tunnel-name-taken': server.extend({ name: z.string(), given: z.string() }),
  'cloudflared-token-refused': noFields,
  'cloudflared-ended': ended,
  'ssh-host-key-changed': server,
  'ssh-permission-denied': server,
  'ssh-key-unusable': server,
  'ssh-port-refused': server,
  'ssh-server-unresolved': server,
  'ssh-ended': server.extend(ended.shape),
  'ngrok-no-address': noFields,
  'ngrok-token-refused': ngrok,
  'ngrok-domain-in-use': ngrok,
  'ngrok-failed': ngrok,
}

const tunnelCodes = {
  ...checkCodes,
  ...openingCodes,
  /** Of the history: the run before ended without closing it. */
  'ended-without-closing': noFields,
}

/** What makes another provider worth an offer. */
const offerCodes = { 'provider-keeps-failing': z.object({ failing: z.string(), instead: z.string() }) }

export type CheckWhy = Coded<typeof checkCodes>
export type OpeningWhy = Coded<typeof openingCodes>
/** Why a tunnel is in its state. */
export type TunnelWhy = Coded<typeof tunnelCodes>
export type OfferWhy = Coded<typeof offerCodes>

export interface CheckWhySchema extends z.ZodType<CheckWhy> {}
export const checkWhySchema: CheckWhySchema = coded(checkCodes)

export interface TunnelWhySchema extends z.ZodType<TunnelWhy> {}
export const tunnelWhySchema: TunnelWhySchema = coded(tunnelCodes)

export interface OfferWhySchema extends z.ZodType<OfferWhy> {}
export const offerWhySchema: OfferWhySchema = coded(offerCodes)
