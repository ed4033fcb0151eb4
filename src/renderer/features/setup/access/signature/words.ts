/** What is said about signature schemes: the choice of one, and the description of an own one. */
export const schemeWords = {
  title: 'Signature scheme',
  /** {webhookConfig}: link to that screen, named `webhookConfig`. */
  lead: 'How the sender signs its deliveries. The secrets themselves are under {webhookConfig}. Deliveries that are stored are checked again when this changes.',
  webhookConfig: 'Webhook config',
  scheme: 'Scheme',
  schemeOfSandbox: 'The sandbox signs as the service does. For another sender make an environment of its own.',
  header: 'Signature header',
  headerHint: "Leave it empty for the scheme's own header.",
  own: 'Own scheme',

  copyOf: 'Begin with a copy of',
  chooseSender: 'choose a sender …',
  copyHint: 'Fills in all fields below.',
  asJson: 'Scheme as JSON',
  asJsonHint: 'Signatures with public keys, tokens, and signatures in the body are described as JSON.',
  notJson: 'This is not a JSON object.',
  none: 'none',

  valueIs: 'Its value is',
  kinds: {
    plain: 'the digest alone',
    pairs: 'pairs, such as t=…,v1=…',
    list: 'a list with spaces, such as v1,… v1,…',
  },
  separatedBy: 'Pairs separated by',
  separators: { ',': 'comma', ';': 'semicolon' },
  pairKey: 'Pair with the signature',
  pairKeyExample: 'v1',
  prefix: { plain: 'Prefix of the digest', list: 'Prefix of each entry' },
  /** {example}: a header as it might look. */
  looksLike: 'Looks like {example}',

  algorithm: 'Algorithm',
  algorithmName: (algorithm: string) => `HMAC-${algorithm.toUpperCase()}`,
  encoding: 'Digest written in',
  keyDecode: 'Key made of the secret',
  keyIsText: 'text as UTF-8',
  keyIsDecoded: (encoding: string) => `decoded ${encoding}`,
  keyPrefix: 'Prefix of the secret',
  keyPrefixHint: 'Taken off before it becomes the key, such as whsec_.',

  message: 'Signed message',
  idHeader: 'Header with the id',
  bodyHash: "Query parameter with the body's hash",
  bodyHashHint: 'Must be the hex SHA-256 of the body, where it is there.',
  /** {example}: a message as it might look. */
  signsForExample: 'Signs, for example, {example}',
  /** What is in a place of the message in the end. */
  places: {
    body: "the body's raw bytes",
    timestamp: 'the timestamp, as it is in the request',
    id: "the id header's value",
    url: 'the public URL with its query',
    method: 'the method',
    form: 'names and values of a form body, sorted by name',
  },

  timestamp: 'Timestamp',
  timestampHint: 'Where the sender says when it signed.',
  timestampFrom: {
    none: 'not stated',
    header: 'a header',
    pair: 'a pair in the signature header',
    body: 'a field of the JSON body',
  },
  timestampHeader: 'Timestamp header',
  timestampName: 'Name of the timestamp',
  timestampUnit: 'Timestamp in',
  units: { s: 'seconds', ms: 'milliseconds' },
  tolerance: 'Tolerance, seconds',
  toleranceHint: 'An older signature still counts as right, and is marked as too old.',

  sayHeader: 'Say which header carries the signature.',
  sayPair: 'Say which pair has the signature, for example v1.',
  sayTimestamp: 'Say what the timestamp is called there.',
  saySeconds: 'Whole seconds, at most 86400; leave it empty when age does not matter.',
} as const
