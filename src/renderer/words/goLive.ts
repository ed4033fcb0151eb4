/** What the screen "Go live" says. */
export const goLiveWords = {
  title: 'Go live',
  /** {environment}: its name. */
  lead: 'Five things that have to work for {environment}. Each ticks itself off when it was seen to work.',
  allWork: 'All five work. New deliveries appear in the inbox the moment they are stored.',
  steps: 'Steps to go live',
  done: ', done',
  toDo: ', to do',

  demo: 'See it work',
  runDemo: 'Run the demo',
  running: 'Asking for a token, applying the webhook config, creating a payment, waiting for its notification …',
  demoNote: 'All five steps in the built-in sandbox, in a few seconds, without any account.',
  switchesToSandbox: ' It puts the sandbox in use.',

  byHand: 'Send something by hand',
  addressName: "The receiver's address of this environment",
  theAddress: "the receiver's address",
  lineName: 'A delivery from a terminal; it is kept and shown as unsigned',
  theLine: 'the curl line',
} as const

/** The five steps, and what leads to each. */
export const goLiveStepWords = {
  credentials: { title: 'The credentials work', test: 'Test them' },
  receiver: { title: 'The receiver listens', see: 'See the receiver' },
  webhookConfig: { title: 'The webhook config is applied and enabled', apply: 'Apply it' },
  notification: {
    title: 'A notification came and was verified',
    create: 'Create an object',
    watch: 'Watch the inbox',
  },
  followUp: {
    title: 'The object it names was fetched',
    seePaths: 'See the paths',
    seeCredentials: 'See the credentials',
  },
} as const

/** A line for a terminal. */
export const goLiveLine = (url: string) =>
  `curl -i -H 'content-type: application/json' -d '{"hello":"hookscope"}' ${url}`
