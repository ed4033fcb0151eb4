/** Texts of the screen Setup. */
export const goLiveWords = {
  /** For a shell; what it sends is unsigned. */
  curlLine: (url: string) => `curl -i -H 'content-type: application/json' -d '{"hello":"hookscope"}' ${url}`,
  title: 'Setup',
  /** {environment}: its name. */
  lead: 'Five things that have to work for {environment}. Steps check off automatically.',
  leadOfSender: 'The way to verified deliveries of {environment}. Steps check off automatically.',
  allWorkOfSender: 'Deliveries arrive and are verified. New ones appear in the inbox the moment they are stored.',
  allWork: 'All five work. New deliveries appear in the inbox the moment they are stored.',
  steps: 'Steps to go live',
  done: ', done',
  toDo: ', to do',

  demo: 'See it work',
  runDemo: 'Run the demo',
  running: 'Asking for a token, applying the webhook config, creating a payment, waiting for its notification …',
  demoNote: 'All five steps in the built-in sandbox, in a few seconds, without any account.',
  switchesToSandbox: ' It puts the sandbox in use.',

  next: 'What next?',
  forge: 'Forge one',
  forgeNote: 'The sandbox sends a forged delivery. See why it fails.',
  connectSender: 'Connect Stripe, GitHub, …',
  connectSenderNote: 'One of the senders that Hookscope knows: paste its secret, get your URL.',
  connectService: 'Connect your service',
  connectServiceNote: 'With the addresses and credentials of your organization.',
  forward: 'Forward to your app',
  forwardNote: 'Each delivery goes on to your app on this machine.',

  byHand: 'Send from this machine',
  byHandLead: 'For local tools, such as curl or the command line of a sender.',
  addressName: 'Address of the receiver',
  theAddress: "the receiver's address",
  lineName: 'A delivery from a terminal (arrives unsigned)',
  theLine: 'the curl line',
} as const

/** The steps, what leads to each, and what to do as long as it is open. */
export const goLiveStepWords = {
  credentials: { title: 'The credentials work', open: 'Test the credentials', test: 'Test them' },
  secret: {
    title: "The sender's secret or key is set",
    open: "Paste the sender's secret or key",
    paste: 'Paste it',
  },
  receiver: { title: 'The receiver listens', open: 'Have the receiver listen', see: 'See the receiver' },
  tunnel: {
    title: 'A tunnel is open',
    open: 'Open a tunnel (optional)',
    choose: 'Choose one',
    online: (provider: string) => `The service reaches this machine through ${provider}.`,
    detail: 'Needed where the service cannot reach this machine: most often when it runs on the internet.',
  },
  webhookConfig: {
    title: 'The webhook config is applied and enabled',
    open: 'Turn on webhooks at the service',
    apply: 'Apply it',
  },
  notification: {
    title: 'A notification came and was verified',
    open: 'Receive a notification and verify it',
    create: 'Create an object',
    watch: 'Watch the inbox',
  },
  followUp: {
    title: 'The object it names was fetched',
    open: 'Fetch the object it names',
    seePaths: 'See the paths',
    seeCredentials: 'See the credentials',
  },
} as const

/** The steps of one sender, in its own terms. */
export const senderStepWords = {
  theSender: 'the sender',
  credential: {
    secret: (sender: string) => `Paste the secret of ${sender}`,
    'public-key': (sender: string) => `Paste the public key of ${sender}`,
    token: (sender: string) => `Set the token that ${sender} sends`,
    'user-and-password': (sender: string) => `Set the user and password that ${sender} sends`,
  },
  /** Where the receiver chooses it. */
  choose: {
    secret: 'Choose a secret',
    'public-key': 'Choose a key',
    token: 'Choose a token',
    'user-and-password': 'Choose user and password',
  },
  chooseDetail: (sender: string) =>
    `You make it up; ${sender} gets the same in a later step. Generate one, or paste yours.`,
  pasteDetail: (sender: string) => `Copy it from your account at ${sender}.`,
  generate: 'Generate secret',
  save: 'Save',
  credentialDone: {
    secret: 'The secret is set',
    'public-key': 'The public key is set',
    token: 'The token is set',
    'user-and-password': 'User and password are set',
  },
  tunnel: 'Open a public URL',
  tunnelNeeded: (sender: string) =>
    `${sender} is on the internet and cannot reach this machine. A tunnel gives the receiver a public URL.`,
  tunnelMaybe: 'Open a public URL (optional)',
  tunnelIfElsewhere: (sender: string) => `Needed unless ${sender} runs on this machine.`,
  openTunnel: 'Choose a tunnel',
  tunnelDone: 'The receiver has a public URL',
  tunnelOnline: 'Senders on the internet can post to it.',
  acceptSecret: (sender: string) => `Accept the secret that ${sender} sends`,
  acceptedSecret: 'The secret is accepted',
  acceptDetail: 'It comes with the handshake and counts once you accept it here.',
  offered: (fingerprint: string) => `A secret came, fingerprint ${fingerprint}.`,
  accept: 'Accept',
  drop: 'Drop',

  address: (sender: string) => `Enter the address at ${sender}`,
  addressLater: (sender: string) => `Once there is a public URL, the address to enter at ${sender} is shown here.`,
  secretLine: 'Secret',
  theSecret: 'the secret',
  showSecret: 'Show the secret to enter',
  atAnySender: (sender: string) => `Paste it where ${sender} asks for the URL of the webhook.`,
  /** @param name the sender's own name for the address */
  into: (name: string) => `Paste it into "${name}".`,
  documentationAddress: 'the address of the documentation',
  documentation: (sender: string) => `Documentation of ${sender}`,
  addressLine: 'Webhook URL',
  verifyTokenLine: 'Verify token',
  verifyToken: 'the verify token',
  showVerifyToken: 'Show verify token',
  makeVerifyToken: 'Create verify token',
  openInbox: 'Open the inbox',
  receive: 'Receive a verified delivery',
  received: 'A delivery arrived and was verified',

  handshake: (label: string) => `${label}: waiting`,
  handshakeDone: (label: string) => `${label}: answered`,

  /** Behind names of a sender that no documentation, published vector or library confirms. */
  fromMemory: 'These names are from memory: the sender may use others by now.',

  /** The place for the address, by the id of the sender's preset. */
  atTheSender: {
    slack: 'Paste it as Request URL. Slack checks it at once.',
    meta: 'Enter it as Callback URL, with the verify token.',
    x: 'Register it as a webhook of your X app. X checks it then, and again from time to time.',
    zoom: 'Paste it as endpoint URL of your app and have it validated.',
    dropbox: 'Add it as a webhook URI of your app.',
    'microsoft-graph': 'Create a subscription with it as notificationUrl, and the token above as clientState.',
    'azure-event-grid': 'Create an event subscription with the endpoint type Web Hook and this address.',
    cloudevents: 'Register it at the sender, which may ask for consent with OPTIONS first.',
    okta: 'Create an event hook with it, then have it verified.',
    asana: 'Create the webhook through the Asana API with it as target.',
    smartsheet: 'Create the webhook through the Smartsheet API with it as callbackUrl, then set enabled to true.',
    braintree: 'Add it as destination URL.',
    trello: 'Create the webhook through the Trello API with it as callbackURL.',
    twitch: 'Create the EventSub subscription with it as callback, and with the secret above.',
    ebay: 'Enter it as endpoint, with the verify token.',
    monday: 'Add a webhook integration to the board with this address.',
    notion:
      'Create a subscription of your integration with it. Accept the token below, copy it under Secrets, and paste it at Notion.',
    'aws-sns': 'Create a subscription of your topic with the protocol HTTPS and this address.',
    'aws-sns-v1': 'Create a subscription of your topic with the protocol HTTPS and this address.',
    discord: 'Paste it as Interactions Endpoint URL. Discord checks it with a right and a wrong signature.',
  } as Readonly<Record<string, string>>,
} as const
