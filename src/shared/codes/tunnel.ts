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

/** A provider needs something that is missing on this machine. */
const missingCodes = {
  /** `path`: where it was looked for; null for PATH and the usual folders. */
  'cloudflared-missing': z.object({ path: z.string().nullable() }),
  /** `platform`: as Node names it. */
  'ssh-missing': z.object({ platform: z.string() }),
  'ngrok-missing': noFields,
  /** Too many files and connections are open to load its package. */
  'ngrok-not-loaded': noFields,
}

const option = z.object({ option: z.string() })
const providerOption = option.extend({ provider: z.string() })

/** A provider, or the options given to it, cannot be used. */
const optionCodes = {
  'tunnel-unknown': z.object({ id: z.string(), known: z.array(z.string()) }),
  'tunnel-option-unknown': providerOption.extend({ known: z.array(z.string()) }),
  'tunnel-option-unprintable': option,
  /** `label` and `hint`: those of the option. */
  'tunnel-option-missing': providerOption.extend({ label: z.string(), hint: z.string() }),
  /** `id`: of the provider. */
  'tunnel-option-from-command-line': providerOption.extend({ id: z.string() }),
  'tunnel-option-unfit': option.extend({
    takes: z.enum([
      'complete-url',
      'web-url',
      'url-without-login',
      'url-without-query',
      'url-with-token',
      'token-with-url',
      'subdomain',
      'host-name',
      'bare-token',
      'user-at-host',
      'port',
      'port-or-zero',
      'bind-address',
      'file-path',
      'local-file',
    ]),
  }),
}

/** A tunnel could not be opened, or was lost. */
const openingCodes = {
  'opened-too-slowly': z.object({ provider: z.string(), limitMs: z.number() }),
  'opening-failed': z.object({ provider: z.string(), detail: z.string() }),
  ...missingCodes,
  ...optionCodes,
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

/** Reasons to offer a different provider. */
const offerCodes = { 'provider-keeps-failing': z.object({ failing: z.string(), instead: z.string() }) }

export type CheckReason = Coded<typeof checkCodes>
export type OpeningReason = Coded<typeof openingCodes>
export type MissingReason = Coded<typeof missingCodes>
export type OptionReason = Coded<typeof optionCodes>
/** The values that an option of a tunnel takes. */
export type OptionTakes = Extract<OptionReason, { code: 'tunnel-option-unfit' }>['fields']['takes']
/** Why a tunnel is in its state. */
export type TunnelReason = Coded<typeof tunnelCodes>
export type OfferReason = Coded<typeof offerCodes>

export interface CheckReasonSchema extends z.ZodType<CheckReason> {}
export const checkReasonSchema: CheckReasonSchema = coded(checkCodes)

export interface TunnelReasonSchema extends z.ZodType<TunnelReason> {}
export const tunnelReasonSchema: TunnelReasonSchema = coded(tunnelCodes)

export interface OfferReasonSchema extends z.ZodType<OfferReason> {}
export const offerReasonSchema: OfferReasonSchema = coded(offerCodes)
