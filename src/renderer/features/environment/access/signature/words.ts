/** Texts about signature schemes: the choice of one, and the description of an own one. */
export const schemeWords = {
  title: 'Signature scheme',
  lead: 'How the sender signs its deliveries. A change checks all stored deliveries again.',
  scheme: 'Sender',
  noSender: 'No sender has this in its name.',
  /** How well a preset is known to be right. */
  evidence: {
    'published-vector': "Tested with the sender's example",
    'official-library': 'official library',
    documented: 'documented',
    unconfirmed: 'unconfirmed',
  },
  /** Meaning of each of them, with its source. */
  evidenceMeans: {
    'published-vector': (source: string) => `Checked with a signature that the sender publishes (${source}).`,
    'official-library': (source: string) => `Based on the sender's own library (${source}).`,
    documented: (source: string) => `Based on documentation, checked with examples of our own (${source}).`,
    unconfirmed: (source: string) => `Not confirmed: ${source}. Check it with a delivery of yours.`,
  },
  checkedLibrary: (library: string) => `Agrees with the sender's library ${library}.`,
  bodyUnsigned:
    'This sender does not sign the body: a valid delivery says who sent it, not that the body is unchanged.',
  credentials: {
    secret: { label: 'Shared secret', hint: undefined },
    'public-key': {
      label: 'Public key of the sender',
      hint: 'PEM public key or certificate, JWK or JWK set, or the raw key in hex or base64.',
    },
    token: { label: 'Token', hint: 'The request carries it as it is.' },
    'user-and-password': { label: 'User and password', hint: 'As user:password.' },
  },
  keyExample: '-----BEGIN PUBLIC KEY-----',
  findKeys: 'Fetch the key …',
  findKeysHint: 'Shows where the key comes from before anything is requested',
  /** {url} */
  fetchFrom: 'The key is fetched once from {url}, over https and without credentials.',
  fetchKeys: 'Fetch',
  doNotFetch: 'Cancel',
  saveBeforeKeys: 'Save first; then the key can be fetched from the sender.',
  keysNeedCredentials:
    'This sender gives its keys only to those who sign in to its API. Fetch them there and paste them.',
  keyId: (kid: string) => `key id ${kid}`,
  /** {time} */
  validUntil: 'valid until {time}',
  setting: 'Signed along by the sender; from its dashboard.',
  schemeOfSandbox: 'The sandbox signs as the service does. For another sender make an environment of its own.',
  header: 'Signature header',
  headerHint: "Leave it empty for the scheme's own header.",
  own: 'Own scheme',

  copyOf: 'Begin with a copy of',
  chooseSender: 'choose a sender …',
  copyHint: 'Fills in all fields below.',
  asJson: 'Scheme as JSON',
  asJsonHint:
    'Signatures with public keys, tokens, and signatures in the body are described as JSON. A scheme file can be pasted as it is.',
  editAsJson: 'Edit as JSON',
  saveAsFile: 'Save as a file',
  schemeFile: 'scheme.json',
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
  urlForms: 'The URL counts',
  urlFormNames: { exact: 'exactly as it was called', loose: 'also without its port, and in other escapes' },
  bodyHash: "Query parameter with the body's hash",
  bodyHashHint: 'Must be the hex SHA-256 of the body, where it is there.',
  /** {example}: a message as it might look. */
  signsForExample: 'Signs, for example, {example}',
  /** The final content of a place in the message. */
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

  eventType: 'Event type',
  eventId: 'Event id',
  eventTime: 'Time of the event',
  objectType: 'Object type',
  objectId: 'Object id',
  objectIdForm: 'Object ids are',
  idForms: {
    word: 'words, such as in_1NX',
    segments: 'parts, such as owner/name',
    text: 'any text, such as an ARN',
    uri: 'addresses of the object',
  },
  placeExamples: {
    eventType: '/type',
    eventId: '/id',
    time: '/created_at',
    objectType: '=order',
    objectId: '/data/id',
  },
  items: 'List of events',
  itemsHint: 'Where one delivery has several events; [] for a body that is a list.',
  meaningHint:
    'Each is a header, a field of the body such as /data/id, or a constant such as =order; a|b takes the first that is there. Parts of the event type are separated by commas.',

  sayHeader: 'Say which header carries the signature.',
  sayPair: 'Say which pair has the signature, for example v1.',
  sayTimestamp: 'Say what the timestamp is called there.',
  saySeconds: 'Whole seconds, at most 86400; leave it empty when age does not matter.',
} as const
