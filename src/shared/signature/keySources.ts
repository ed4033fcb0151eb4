/**
 * Where a sender publishes the keys that it signs with. A URL that a delivery names counts only when it is https, at one
 * of the sender's own hosts, and has the path that its documentation shows: anyone who knows the address can write a URL into a delivery.
 */
export type KeySource =
  /** `url` is where they are; or `named` says where in a delivery their URL is, as a header or as JSON pointers. */
  | {
      kind: 'published'
      url?: string
      named?: { header?: string; pointers?: readonly string[] }
      host: RegExp
      path: RegExp
    }
  /** Only with credentials of the sender, which Hookscope does not have. */
  | { kind: 'with-credentials' }

const sns: KeySource = {
  kind: 'published',
  named: { pointers: ['/SigningCertURL', '/SigningCertUrl'] },
  host: /^sns\.[a-z0-9-]{3,30}\.amazonaws\.com(?:\.cn)?$/,
  path: /^\/SimpleNotificationService-[0-9A-Za-z]{1,64}\.pem$/,
}

const sources: Readonly<Record<string, KeySource>> = {
  'aws-sns': sns,
  'aws-sns-v1': sns,
  paypal: {
    kind: 'published',
    named: { header: 'PAYPAL-CERT-URL' },
    host: /^api(?:-m)?(?:\.sandbox)?\.paypal\.com$/,
    path: /^\/v1\/notifications\/certs\/CERT-[0-9A-Za-z-]{1,80}$/,
  },
  'google-pubsub': {
    kind: 'published',
    url: 'https://www.googleapis.com/oauth2/v3/certs',
    host: /^www\.googleapis\.com$/,
    path: /^\/oauth2\/v3\/certs$/,
  },
  plaid: { kind: 'with-credentials' },
  ebay: { kind: 'with-credentials' },
}

/** Where the keys of a preset are published; undefined where they have to be pasted. */
export function keySource(scheme: string): KeySource | undefined {
  return Object.hasOwn(sources, scheme) ? sources[scheme] : undefined
}

/** Whether a URL belongs to the source: https at its standard port, host and path as documented, and nothing else in it. Pure. */
export function isPinned(text: string, { host, path }: Extract<KeySource, { kind: 'published' }>): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  return (
    url !== null &&
    url.href === text &&
    url.protocol === 'https:' &&
    url.port === '' &&
    url.username === '' &&
    url.password === '' &&
    url.search === '' &&
    url.hash === '' &&
    host.test(url.hostname) &&
    path.test(url.pathname)
  )
}
