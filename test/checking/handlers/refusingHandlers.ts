import { secret } from './handler.ts'
import { given, hmac, type OddHandler, page, standard, stripe, whsec, whsecBytes } from './oddHandler.ts'

/** Handlers that take no valid delivery, or not each: they get no grade, and a cause only where it is proven. */
export const refusingHandlers: readonly OddHandler[] = [
  {
    name: 'refuses every second delivery',
    handle: (_call, work) => {
      work.calls += 1
      return work.calls % 2 === 0 ? 400 : 200
    },
    uncounted: true,
    grade: null,
    findings: { valid: 'fail critical' },
    stopped: /took a valid delivery and answered 400 to another/,
    never: /in its place/,
  },
  {
    name: 'is behind a login page',
    handle: ({ response }) =>
      page(response, '<!doctype html><title>Sign in</title><form><input name="p" type="password"></form>'),
    uncounted: true,
    grade: null,
    findings: { valid: 'fail critical' },
    stopped: /A login page \("Sign in"\) answers 200/,
  },
  {
    name: 'is not at this path: the page of a single-page app is',
    handle: ({ response }) => page(response, '<!doctype html><html><title>Shop</title><div id="root"></div></html>'),
    uncounted: true,
    grade: null,
    findings: { valid: 'fail critical' },
    stopped: /A web page \("Shop"\) answers 200/,
  },
  {
    name: 'redirects to its address with a slash',
    handle: ({ response }) => void response.writeHead(301, { location: '/webhooks/' }).end(),
    grade: null,
    findings: { valid: 'fail critical' },
    stopped: /answered 301 .* It redirects to \/webhooks\/\./,
  },
  {
    name: 'closes every connection without an answer',
    handle: ({ response }) => void response.destroy(),
    grade: null,
    findings: { valid: 'fail critical' },
    stopped: /did not answer \(CLOSED\)/,
    never: /Start the handler/,
  },
  {
    name: 'signs the text [object Object]',
    handle: (call) => (given(call) === hmac('[object Object]') ? 200 : 401),
    uncounted: true,
    grade: null,
    findings: { valid: 'fail critical' },
    stopped:
      /answered 401 .* It accepts a delivery with another signature: the signature of \[object Object\]\. The body had been read/,
  },
  {
    name: 'gives a parsed body to the HMAC, which throws',
    handle: ({ response }) => {
      const text =
        'TypeError [ERR_INVALID_ARG_TYPE]: The "data" argument must be of type string or an instance of Buffer. Received an instance of Object'
      response.writeHead(500).end(text)
      return undefined
    },
    uncounted: true,
    grade: null,
    findings: { valid: 'fail critical' },
    stopped: /answered 500 .* The body had been read before it was hashed/,
  },
  {
    name: 'compares the digest with a header that has sha256= before it',
    scheme: 'github',
    handle: (call) => (given(call, 'x-hub-signature-256') === hmac(call.body, secret, 'hex') ? 200 : 401),
    uncounted: true,
    grade: null,
    findings: { valid: 'fail critical' },
    stopped: /the digest alone in the header\. The prefix of the signature/,
  },
  {
    name: 'strips whsec_ from a secret of Stripe',
    scheme: 'stripe',
    secret: whsec,
    handle: (call, work) => stripe(call, work, whsec.slice('whsec_'.length)),
    uncounted: true,
    grade: null,
    findings: { valid: 'fail critical' },
    stopped: /the secret without whsec_\. The prefix of the secret/,
  },
  {
    name: 'decodes a secret of Stripe',
    scheme: 'stripe',
    secret: whsec,
    handle: (call, work) => stripe(call, work, whsecBytes),
    uncounted: true,
    grade: null,
    findings: { valid: 'fail critical' },
    stopped: /the secret decoded from base64\./,
  },
  {
    name: 'does not decode a secret of Standard Webhooks',
    scheme: 'standard-webhooks',
    secret: whsec,
    handle: (call, work) => standard(call, (id, time) => `${id}.${time}.${call.body.toString()}`, whsec, work),
    uncounted: true,
    grade: null,
    findings: { valid: 'fail critical' },
    stopped: /the secret as plain text, not decoded\. The secret was used as text/,
  },
  {
    name: 'leaves the id out of the signed message',
    scheme: 'standard-webhooks',
    secret: whsec,
    handle: (call, work) => standard(call, (_id, time) => `${time}.${call.body.toString()}`, whsecBytes, work),
    uncounted: true,
    grade: null,
    findings: { valid: 'fail critical' },
    stopped: /a signature of \{timestamp\}\.\{body\}\. Other parts were signed/,
  },
  {
    name: 'signs a line feed after the body',
    handle: (call) => (given(call) === hmac(`${call.body.toString()}\n`) ? 200 : 401),
    uncounted: true,
    grade: null,
    findings: { valid: 'fail critical' },
    stopped: /the body with a line feed after it\. Only the final line break differs/,
  },
  {
    name: 'compares the whole header of Stripe with a digest of the body',
    scheme: 'stripe',
    secret: whsec,
    handle: (call) => (given(call, 'stripe-signature') === hmac(call.body, whsec, 'hex') ? 200 : 401),
    uncounted: true,
    grade: null,
    findings: { valid: 'fail critical' },
    stopped: /the digest of the body alone in the header\./,
  },
  {
    name: 'prints the digest that it computed',
    handle: ({ body, response }) => void response.writeHead(401).end(`computed ${hmac(body, `${secret} `)}`),
    uncounted: true,
    grade: null,
    findings: { valid: 'fail critical' },
    stopped: /answered 401 .* White space at an end of the secret/,
  },
  {
    name: 'refuses everything, with a text of its own',
    handle: ({ response }) =>
      void response.writeHead(403, { 'x-reason': 'unknown tenant' }).end('tenant 42 is not known'),
    uncounted: true,
    grade: null,
    findings: { valid: 'fail critical' },
    stopped: /answered 403 .* None of the usual mistakes matched/,
  },
]
