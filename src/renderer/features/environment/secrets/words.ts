import { countOf } from '../../../../shared/words/counts.ts'

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
  schemeOfSandbox: 'Fixed. For another sender, create an environment of its own.',
  header: 'Signature header',
  headerHint: "Leave it empty for the scheme's own header.",

  copyOf: 'Begin with a copy of',
  chooseSender: 'choose a sender …',
  copyHint: 'Fills in all fields below.',
  asJson: 'Scheme as JSON',
  asJsonHint:
    'Signatures with public keys, tokens, and signatures in the body are described as JSON. A scheme file can be pasted as it is.',
  editAsJson: 'Edit as JSON',
  saveAsFile: 'Save as a file',
  schemeFile: 'scheme.json',
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
} as const

/** Texts about the shared secrets, and the change from one to the next. */
export const secretWords = {
  screenTitle: 'Secrets',
  screenLead: 'How signatures are checked, and with which secrets. {storage}',
  title: 'Shared secrets',
  lead: 'Deliveries are checked against each one that is accepted, so that nothing breaks while a new one takes hold. Retired secrets only explain old failures.',
  head: ['Secret', 'Set', 'Fingerprint', 'Last used', 'Standing'],
  checkAll: 'Check all again',
  checkNotStarted: 'The check was not started. Look at the connection, then try again.',
  theSecret: 'the shared secret',
  /** {label}: of the secret; {text}: the secret itself. */
  shown: '{label}: {text}',
  never: 'never',
  standings: { current: 'current', accepted: 'accepted', retired: 'retired' },
  /** {time}: since when. */
  retiredSince: 'retired since {time}',
  reveal: (fingerprint: string) => `Reveal ${fingerprint}`,
  hide: (fingerprint: string) => `Hide ${fingerprint}`,
  retire: 'Retire',
  retireNamed: (fingerprint: string) => `Retire ${fingerprint}`,
  accept: 'Accept again',
  acceptNamed: (fingerprint: string) => `Accept again ${fingerprint}`,
  add: 'Add a secret that is in use',
  addIt: 'Add secret',
  addHint: 'Becomes the current one here; the sender is not informed. All stored deliveries are then checked again.',
} as const

/** Texts of the assistant for the change to the next shared secret. */
export const rotationWords = {
  title: 'Change the secret',
  lead: 'Make a new secret and give it to the sender. Both are accepted until the old one is no longer used; then it is retired.',
  done: 'The old secret is no longer used, and is retired. Only the new one is accepted.',
  newSecret: 'New secret',
  kinds: { generate: 'A random one', own: 'My own' },
  ownText: 'Text of the new secret',
  minutes: 'Minutes without use',
  minutesHint: 'Retire the old secret after this long unused.',
  wholeMinutes: 'Whole minutes, one at least.',
  start: 'Start the change',
  steps: 'Change of the secret',
  stepDone: '· done',
  retireNow: 'Retire the old secret now',
  end: 'End the assistant',
  endNote: 'All secrets stay as they are',
  tellSender: 'Hookscope cannot update this sender: enter the secret there, then confirm it here.',
  applyAtService: 'Apply at the service',
  copy: 'Copy the new secret',
  copied: 'Copied',
  entered: 'I have entered it there',

  oldSecrets: (count: number) => (count < 2 ? 'the old secret' : `the ${count} old secrets`),
  unknown: 'unknown',
  give: 'Give the sender the new secret',
  given: (fingerprint: string) => `The sender has the new secret (fingerprint ${fingerprint}).`,
  toGive: (fingerprint: string) =>
    `The new secret (fingerprint ${fingerprint}) already verifies here. The sender does not sign with it yet.`,
  wait: (olds: string, count: number) => `Wait until ${olds} ${count < 2 ? 'is' : 'are'} no longer used`,
  waitLater: (olds: string) => `Both are accepted, so that nothing is lost that is still signed with ${olds}.`,
  retire: (olds: string) => `Retire ${olds}`,
  retireLater: (quietMinutes: number) =>
    `After ${countOf(quietMinutes, 'minute')} without use, automatically. A retired secret stays in the list and helps to explain old deliveries.`,
  noneAccepted: 'No old secret is accepted any more.',
  neverUsed: (count: number) => `${count < 2 ? 'The old secret was' : 'The old secrets were'} never seen in use.`,
  lastUsed: (count: number, ago: string) =>
    `${count < 2 ? 'The old secret was' : 'The old secrets were'} last used ${ago}.`,
  beingRetired: (count: number) => (count < 2 ? 'It is being retired.' : 'They are being retired.'),
  retiredAt: (count: number, clock: string, left: string) =>
    count < 2
      ? `It is retired at ${clock}, ${left}, if it is not used until then.`
      : `They are retired at ${clock}, ${left}, if they are not used until then.`,
  withinMinute: 'within a minute',
  inMinutes: (minutes: number) => `in ${minutes} minutes`,
  inHours: (hours: number) => `in about ${hours} hours`,
} as const

/** Texts about the answered requests that check the address. */
export const handshakeSettingWords = {
  title: 'Handshakes',
  lead: 'Requests by which the sender checks the address. Each is stored first, then answered; it shows in the inbox. Changes take effect at once.',
  verifyToken: 'Verify token',
  verifyTokenHint: 'The same text here and at the sender. eBay wants 32 to 80 letters, digits, hyphens or underscores.',
  saveVerifyToken: 'Save verify token',
} as const
