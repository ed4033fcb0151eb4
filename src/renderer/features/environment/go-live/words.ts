/** Texts of the screen Setup. */
export const goLiveWords = {
  /** For a shell; what it sends is unsigned. */
  curlLine: (url: string) => `curl -i -H 'content-type: application/json' -d '{"hello":"hookscope"}' ${url}`,
  title: 'Setup',
  /** {environment}: its name. */
  lead: 'Five things that have to work for {environment}. Steps check off automatically.',
  leadOfSender: 'What {environment} needs: the secret or key here, and the address below at the sender.',
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

  byHand: 'Send something by hand',
  addressName: "The receiver's address of this environment",
  theAddress: "the receiver's address",
  lineName: 'A delivery from a terminal; it is kept and shown as unsigned',
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
