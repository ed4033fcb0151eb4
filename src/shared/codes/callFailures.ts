import { z } from 'zod'
import { type Coded, coded, noFields } from './coded.ts'

const status = z.number().int()
/** `system`: the error code of Node or the HTTP library. `proxy`: the host of the proxy that was used, or null. */
const network = z.object({ host: z.string(), system: z.string(), proxy: z.string().nullable() })
/** The received part of an answer; `of` is its announced length. */
const cameSchema = z.object({ bytes: z.number().int(), of: z.string().nullable() })

/** No complete answer was received. */
const networkCodes = {
  'not-listening': network,
  'name-unresolved': network,
  'connection-closed': network,
  'connect-timeout': network,
  'no-route': network,
  'answer-timeout': network,
  cancelled: network,
  'certificate-untrusted': network,
  'address-incomplete': network,
  'not-tls': network,
  'not-http': network,
  'proxy-refused': network,
  'proxy-unreachable': network,
  'deadline-passed': z.object({ host: z.string(), limitMs: z.number(), came: cameSchema.nullable() }),
  'answer-broke-off': z.object({ host: z.string(), came: cameSchema }),
  /** Any other error, in the library's words. */
  'network-error': network.extend({ words: z.string() }),
}

export const missingCredentials = ['authUrl', 'baseUrl', 'clientId', 'audience', 'username', 'password'] as const

/** `said`: the identity provider's own words, or null. */
const provider = z.object({ status, said: z.string().nullable() })

/** No token could be obtained. */
const tokenCodes = {
  'credentials-missing': z.object({
    identity: z.enum(['master', 'readonly']),
    missing: z.array(z.enum(missingCredentials)),
  }),
  'credentials-refused': provider,
  'client-unknown': provider,
  'grant-not-allowed': provider,
  'token-request-refused': provider,
  'provider-busy': provider,
  'provider-redirects': provider,
  'provider-failed': provider,
  'provider-gave-no-token': provider,
  'provider-late': z.object({ limitMs: z.number() }),
  'token-cancelled': noFields,
}

/** `said`: the service's own words, or null. */
const service = z.object({ status, said: z.string().nullable() })

/** The service answered with a status other than 2xx. */
const serviceCodes = {
  'service-redirects': service,
  'values-refused': service,
  'token-refused': service,
  'not-allowed': service,
  'nothing-there': service,
  'service-waited-too-long': service,
  conflict: service,
  gone: service,
  'service-busy': service,
  'service-failed': service,
  'status-unexpected': service,
}

/** 404 at the default path, which Hookscope assumes when neither the user nor the service's document gives one. */
const assumedCodes = { 'nothing-at-assumed-path': service }

/** The service answered with a 2xx that is not the object. */
const contentCodes = {
  'answer-too-large': z.object({ bytes: z.number().int() }),
  'answer-empty': z.object({ status }),
  'answer-not-json': z.object({
    status,
    contentType: z.string().nullable(),
    contentEncoding: z.string().nullable(),
    /** Its first characters, on one line. */
    begins: z.string(),
  }),
}

/** No request is sent. */
const placeCodes = {
  'environment-gone': noFields,
  'names-no-object': noFields,
  /** The follow-up of the notification belongs to another delivery of it. */
  'fetched-for-another': noFields,
  'no-base-url': noFields,
  /** Only for senders other than the service: their API is called only with a token or key that the user entered. */
  'api-key-missing': noFields,
  'no-path': z.object({ resourceType: z.string() }),
  'resource-id-unusable': noFields,
  'organization-id-missing': noFields,
  'path-leaves-base': z.object({ path: z.string() }),
  /** The user cancelled it. */
  'cancelled-by-hand': noFields,
}

/** Why a call to the service or its identity provider failed. */
export const callFailureCodes = { ...networkCodes, ...tokenCodes, ...serviceCodes }
const tokenFailureCodes = { ...tokenCodes, ...networkCodes }
const followUpCodes = { ...callFailureCodes, ...assumedCodes, ...contentCodes, ...placeCodes }

export type NetworkFailure = Coded<typeof networkCodes>
export type TokenReason = Coded<typeof tokenFailureCodes>
export type CallReason = Coded<typeof callFailureCodes>
/** Why no object was fetched for a notification. */
export type FollowUpReason = Coded<typeof followUpCodes>

export interface NetworkFailureSchema extends z.ZodType<NetworkFailure> {}
export const networkFailureSchema: NetworkFailureSchema = coded(networkCodes)

export interface TokenReasonSchema extends z.ZodType<TokenReason> {}
export const tokenReasonSchema: TokenReasonSchema = coded(tokenFailureCodes)

export interface FollowUpReasonSchema extends z.ZodType<FollowUpReason> {}
export const followUpReasonSchema: FollowUpReasonSchema = coded(followUpCodes)
