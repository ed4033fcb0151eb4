import type {
  CallReason,
  FollowUpReason,
  missingCredentials,
  NetworkFailure,
  TokenReason,
} from '../codes/callFailures.ts'
import { limitWords, pauseWords } from './durations.ts'
import { formatBytes } from './sizes.ts'
import { inWords, type WordsOf } from './wordsOf.ts'

type Came = Extract<NetworkFailure, { code: 'answer-broke-off' }>['fields']['came']

const networkCauses: WordsOf<NetworkFailure> = {
  'not-listening': ({ host, proxy }) => `${through(proxy)}Nothing listens at ${host}.`,
  'name-unresolved': ({ host, proxy }) => `${through(proxy)}The name ${host} could not be resolved.`,
  'connection-closed': ({ host, proxy }) => `${through(proxy)}${host} closed the connection before it had answered.`,
  'connect-timeout': ({ host, proxy }) => `${through(proxy)}No connection to ${host} within 10 s.`,
  'no-route': ({ host, proxy }) => `${through(proxy)}There is no route to ${host} from here.`,
  'answer-timeout': ({ host, proxy }) => `${through(proxy)}${host} took too long to answer.`,
  cancelled: ({ host, proxy }) => `${through(proxy)}The request to ${host} was cancelled.`,
  'certificate-untrusted': ({ host, system }) => `The TLS certificate of ${host} is not trusted (${system}).`,
  'address-incomplete': ({ host, proxy }) => `${through(proxy)}"${host}" is not a complete address.`,
  'not-tls': ({ host, system, proxy }) => `${through(proxy)}${host} does not speak TLS (${system}).`,
  'not-http': ({ host, system, proxy }) => `${through(proxy)}${host} did not answer in HTTP (${system}).`,
  'proxy-refused': ({ host, proxy }) => `The proxy ${proxy} refused to connect to ${host}.`,
  'proxy-unreachable': ({ host, system, proxy }) => `The proxy ${proxy} for ${host} cannot be reached (${system}).`,
  'deadline-passed': ({ host, limitMs, came }) =>
    came === null
      ? `${host} did not answer within ${limitWords(limitMs)}.`
      : `${host} did not finish its answer within ${limitWords(limitMs)}: ${extent(came)}.`,
  'answer-broke-off': ({ host, came }) => `${host} broke off in the middle of its answer: ${extent(came)}.`,
  'network-error': ({ host, words, proxy }) => `${through(proxy)}${host}: ${words}.`,
}

const proxyAdvice = 'Check the variables HTTPS_PROXY, HTTP_PROXY and NO_PROXY, or the system’s proxy settings.'

/** Next step for each failure; empty when there is none. */
const networkAdvice: Record<NetworkFailure['code'], string> = {
  'not-listening': 'Check the address, and that the service is running.',
  'name-unresolved': 'Check the address and the network.',
  'connection-closed': 'Try again.',
  'connect-timeout': 'Check the network, a proxy or a firewall on the way.',
  'no-route': 'Check the network.',
  'answer-timeout': 'Try again.',
  cancelled: '',
  'certificate-untrusted': 'Check the address and the certificate.',
  'address-incomplete': 'Give one that starts with http:// or https://.',
  'not-tls': 'Check whether the address should begin with http:// instead of https://, and the port.',
  'not-http': 'Check the address and the port.',
  'proxy-refused': proxyAdvice,
  'proxy-unreachable': proxyAdvice,
  'deadline-passed': 'It may be overloaded or hanging; try again.',
  'answer-broke-off': 'Try again.',
  'network-error': '',
}

const tokenCauses: WordsOf<Exclude<TokenReason, NetworkFailure>> = {
  'credentials-missing': ({ identity, missing }) =>
    `The environment has no ${missing.map((name) => credentialName(name, identity)).join(', no ')}.`,
  'credentials-refused': () => 'The username or the password is not accepted.',
  'client-unknown': () => 'The client id is not known to the identity provider.',
  'grant-not-allowed': () => 'This client may not use the password grant.',
  'token-request-refused': () => 'The identity provider misses something in the request.',
  'provider-busy': () => 'The identity provider wants fewer requests.',
  'provider-redirects': () => 'The auth URL redirects, and a password is not sent elsewhere.',
  'provider-failed': ({ status }) => `The identity provider failed with status ${status}.`,
  'provider-gave-no-token': ({ status }) => `The identity provider answered ${status} and no token.`,
  'provider-late': ({ limitMs }) => `The identity provider did not answer within ${limitWords(limitMs)}.`,
  'token-cancelled': () => 'The request was cancelled.',
}

/** {place}: " under Connection", left out when the user is already there. */
const tokenAdvice: Record<Exclude<TokenReason, NetworkFailure>['code'], string> = {
  'credentials-missing': 'Fill it in{place}.',
  'credentials-refused': 'Check both{place}.',
  'client-unknown': 'Check it{place}.',
  'grant-not-allowed': 'Ask the operator of the service.',
  'token-request-refused': 'Check client id and audience{place}.',
  'provider-busy': 'Wait a moment and try again.',
  'provider-redirects': 'Give the final address{place}.',
  'provider-failed': 'Try again later.',
  'provider-gave-no-token': 'Check the auth URL{place}.',
  'provider-late': 'It may be overloaded or hanging; try again.',
  'token-cancelled': '',
}

const serviceCauses: WordsOf<Exclude<CallReason, TokenReason>> = {
  'service-redirects': ({ status }) => `The service redirects (${status}).`,
  'values-refused': ({ status }) => `The service does not accept the values (${status}).`,
  'token-refused': () => 'The service does not accept the token (401), not even a new one.',
  'not-allowed': () => 'This user may not do that (403).',
  'nothing-there': () => 'The service knows nothing at this address (404).',
  'service-waited-too-long': () => 'The service waited too long for the request (408).',
  conflict: () => 'It conflicts with what the service already has (409).',
  gone: () => 'It is no longer there: the service says that it is gone for good (410).',
  'service-busy': () => 'The service wants fewer requests (429).',
  'service-failed': ({ status }) => `The service failed (${status}).`,
  'status-unexpected': ({ status }) => `The service answered ${status}, which was not expected.`,
}

const serviceAdvice: Record<Exclude<CallReason, TokenReason>['code'], string> = {
  'service-redirects': 'A token is not sent elsewhere: give the final address as base URL under Connection.',
  'values-refused': '',
  'token-refused': 'Check audience and base URL under Connection.',
  'not-allowed': 'A read only user may only read; the master user may do everything.',
  'nothing-there': 'Check the base URL, or the resource path under Settings.',
  'service-waited-too-long': 'Try again.',
  conflict: '',
  gone: '',
  'service-busy': 'Wait a moment and try again.',
  'service-failed': 'Try again later.',
  'status-unexpected': '',
}

const callCauses: WordsOf<CallReason> = { ...networkCauses, ...tokenCauses, ...serviceCauses }
const callAdvice: Record<CallReason['code'], string> = { ...networkAdvice, ...tokenAdvice, ...serviceAdvice }

const tokenCodes = new Set<string>(Object.keys(tokenCauses))

/** Returns the cause, followed by the other side's own words if it gave any. */
export function callCause(why: CallReason): string {
  return inWords(callCauses, why) + saidBy(why)
}

/** Returns the cause and the next step. @param isAtAccess whether it is shown where credentials are entered */
export function callSentence(why: CallReason, isAtAccess = false): string {
  const advice = callAdvice[why.code].replace('{place}', isAtAccess ? '' : ' under Connection')
  return [inWords(callCauses, why), advice].filter((part) => part !== '').join(' ') + saidBy(why)
}

function saidBy({ code, fields }: CallReason): string {
  if (!('said' in fields) || fields.said === null) return ''
  return ` The ${tokenCodes.has(code) ? 'provider' : 'service'} says: ${fields.said}`
}

const contentAdvice = 'Check the base URL under Connection and the path under Object paths.'

const guessAdvice = 'We guessed this path. Correct it under Object paths.'

const otherWords: WordsOf<Exclude<FollowUpReason, CallReason>> = {
  'nothing-at-assumed-path': (fields) => `${guessAdvice} ${callCause({ code: 'nothing-there', fields })}`,
  'answer-too-large': ({ bytes }) =>
    `The answer is larger than ${formatBytes(bytes)}, which is as much as is kept, so it is not taken for the object. The attempt has its beginning.`,
  'answer-empty': ({ status }) =>
    `The service answered ${status} with nothing in it, so no object came. ${contentAdvice}`,
  'answer-not-json': ({ status, contentType, contentEncoding, begins }) => {
    const type = contentType === null ? ' (no content type)' : ` (content type ${contentType})`
    const encoding = contentEncoding === null ? '' : ` and compressed (${contentEncoding}), which was not asked for`
    return `The service answered ${status}, but not with JSON${type}${encoding}, so no object came. It begins: "${begins}". ${contentAdvice}`
  },
  'environment-gone': () => 'The environment of this delivery no longer exists.',
  'names-no-object': () => 'The notification names no object, so there is nothing to fetch.',
  'fetched-for-another': () => 'Not fetched: the follow-up of this notification belongs to another delivery of it.',
  'api-key-missing': () => 'Not fetched: the environment has no API key for this sender. Add one under Connection.',
  'no-base-url': () => 'The environment has no base URL. Set it under Connection.',
  'no-path': ({ resourceType }) =>
    `No path is known for the resource type "${resourceType}". Add one under Object paths.`,
  'resource-id-unusable': () =>
    'The resource id has characters that an id does not have, so nothing was requested with it.',
  'organization-id-missing': () => 'The path needs the organization id, and the notification has none that is usable.',
  'path-leaves-base': ({ path }) =>
    `The path template gives "${path}", which does not stay below the base URL. Correct it under Object paths.`,
  'cancelled-by-hand': () => 'Cancelled by hand before the object was fetched. Run it again when you want it.',
}

/** Why no object was fetched, and what to do next. */
export function followUpSentence(why: FollowUpReason): string {
  return isOther(why) ? inWords(otherWords, why) : callSentence(why)
}

/** The same without the next step, for follow-ups that are retried automatically. */
export function followUpCause(why: FollowUpReason): string {
  if (why.code === 'nothing-at-assumed-path') return callCause({ code: 'nothing-there', fields: why.fields })
  return isOther(why) ? inWords(otherWords, why) : callCause(why)
}

/** Number and time span of a follow-up's tries. */
export interface Tries {
  tries: number
  spanMs: number
}

/** Returns the sentence for a follow-up that is given up after several tries. @param isYoung its object was only just created, and was not found */
export function givenUpSentence(why: FollowUpReason, { tries, spanMs }: Tries, isYoung: boolean): string {
  const span = pauseWords(spanMs)
  if (!isYoung) {
    return `${followUpCause(why)} It was tried ${tries} times within ${span}. Run it again when the trouble is over.`
  }
  const asked = `The service knows nothing at this address (404), asked ${tries} times within ${span}.`
  return why.code === 'nothing-at-assumed-path'
    ? `${guessAdvice} ${asked} The object may also not be there yet: then run it again later.`
    : `The object is not there yet. ${asked} Run it again later, or check the resource path under Settings.`
}

/** When it is retried. */
export interface NextTry {
  /** Number of the next try, and the maximum. */
  next: number
  max: number
  /** The service or provider asked for a longer pause than the maximum, ms; null otherwise. */
  cut: { askedMs: number; longestMs: number; by: 'service' | 'provider' } | null
  /** Other follow-ups of the environment wait too. */
  holdsAll: boolean
}

/** Returns the sentence for a follow-up that failed and is retried automatically. */
export function triedAgainSentence(why: FollowUpReason, { next, max, cut, holdsAll }: NextTry): string {
  const cause = followUpCause(why)
  return [
    /[.!?:]$/.test(cause) ? cause : `${cause}.`,
    cut === null ? '' : cutSentence(cut),
    holdsAll ? 'Other follow-ups of this environment wait too, up to a minute.' : '',
    `It is retried automatically (try ${next} of ${max}).`,
  ]
    .filter((part) => part !== '')
    .join(' ')
}

/** Explains why the pause is shorter than the one that was asked for. */
function cutSentence({ askedMs, longestMs, by }: NonNullable<NextTry['cut']>): string {
  const who = by === 'service' ? 'The service' : 'The identity provider'
  return `${who} asked for a pause of ${pauseWords(askedMs)}; Hookscope waits ${pauseWords(longestMs)} at most.`
}

function isOther(why: FollowUpReason): why is Exclude<FollowUpReason, CallReason> {
  return why.code in otherWords
}

function credentialName(name: (typeof missingCredentials)[number], identity: 'master' | 'readonly'): string {
  const who = identity === 'master' ? 'master user' : 'read only user'
  return {
    authUrl: 'auth URL',
    baseUrl: 'base URL',
    clientId: 'client id',
    audience: 'audience',
    username: `username of the ${who}`,
    password: `password of the ${who}`,
  }[name]
}

function through(proxy: string | null): string {
  return proxy === null ? '' : `Through the proxy ${proxy}: `
}

function extent({ bytes, of }: Came): string {
  return of === null ? `${bytes} bytes came` : `${bytes} of ${of} bytes came`
}
