/** Texts of the replay panel; texts that any request needs are in the workbench. */
export const replayWords = {
  button: 'Replay',
  buttonHint: 'Send this delivery again, to any URL (r)',
  title: 'Replay this delivery',
  alsoFoundBy: 'send again resend repeat edit workbench',
  partWorkbench: 'replay panel',
  sendTo: 'Send to:',
  suggestions: 'URLs to choose from',
  lastUsed: 'used last',
  forwarded: 'forwarded to',
  ourReceiver: 'this receiver',
  startFrom: 'Start from',
  theDelivery: 'The original delivery',
  sentBefore: (number: number, time: string, outcome: string, kind: string) =>
    `Replay ${number}, ${time}: ${outcome}, ${kind}`,
  noAnswer: 'no answer',
  edited: 'edited',
  asItCame: 'unchanged',
  allow: (host: string) => `Allow ${host} and send`,
  toReceiver: "Send it to Hookscope's own receiver",
  toReceiverNote: 'It arrives as a new delivery.',
  showAttempt: 'Show in Attempts',
} as const
