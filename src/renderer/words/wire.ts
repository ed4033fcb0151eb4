/** What a person reads when the line to Hookscope fails. */
export const wireWords = {
  /** Of a change that a person asked for. */
  lostChange:
    'The connection to Hookscope was lost before its answer came, so it may or may not have been done. It reconnects by itself; look, then try again.',
  /** Of something that is only read. */
  lostRead: 'Could not be loaded: the connection to Hookscope is lost. Try again when it is back.',
  /** Of something that is read again without being asked. */
  lostLoad: 'Could not be loaded: the connection to Hookscope is lost. It is loaded when the connection is back.',
  ourFault:
    'Hookscope made a mistake here. Its log says more; what was captured is safe. Try again, and report it if it happens again.',
  missingKey:
    'The address of this page is not whole. Open the one that Hookscope printed when it started: it ends in #token= and a long text.',
  refusedKey: 'Most often Hookscope was restarted, and has a new address since. What was captured is safe.',
  refusedKeySteps: [
    'Find the line with #token= that Hookscope printed when it started, and open that address.',
    'Where there is none, start Hookscope again.',
  ],
  closedPort: 'What runs behind this window has stopped. Nothing that was captured is lost.',
  closedPortSteps: ['Quit Hookscope and start it again.'],
  noPort: 'This window got no connection to Hookscope. Close it and open it again.',
} as const
