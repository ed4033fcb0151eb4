/** Texts for a failed line to Hookscope. */
export const wireWords = {
  /** For a change by the user. */
  lostChange:
    'The connection to Hookscope was lost before its answer came, so it may or may not have been done. It reconnects automatically; check, then try again.',
  /** For data that is only read. */
  lostRead: 'Could not be loaded: the connection to Hookscope is lost. Try again when it is back.',
  /** For data that is loaded again automatically. */
  lostLoad: 'Could not be loaded: the connection to Hookscope is lost. It is loaded when the connection is back.',
  ourFault:
    'Hookscope failed here because of a bug. Its log says more; what was captured is safe. Try again, and report it if it happens again.',
  missingKey: 'This tab has no key. Each new tab or browser needs an address with a one-time code.',
  refusedCode:
    'The code in this address is used up or expired: it works once, for an hour at most, and until Hookscope restarts.',
  waitsForCodes: 'Somebody tried many wrong codes, so Hookscope waits some seconds. This page retries automatically.',
  notThere: 'Nothing answers at this address.',
  notThereSteps: ['Start Hookscope.', 'Open the address that it prints.'],
  refusedKey: 'Hookscope does not accept the key of this tab. Captured deliveries are safe.',
  renewedKey: 'The key was renewed, which closed this tab. Captured deliveries are safe.',
  otherFolder:
    'Another Hookscope answers at this address now, most likely on another data folder. Captured deliveries are safe in theirs.',
  otherProgram: 'Another program answers at this address now. This tab did not send it the key.',
  otherProgramSteps: [
    'Stop that program and start Hookscope again, then reload this tab.',
    'If Hookscope runs on another port, open the address that it printed.',
  ],
  /** How a tab gets the key. */
  newAddressSteps: [
    'Run "hookscope open" where Hookscope runs (in a checkout: "npm run hookscope -- open"). It opens a tab and prints another address.',
    'Or copy an address from a tab that works: Settings, Browser access.',
  ],
  closedPort: 'The process behind this window has stopped. Nothing that was captured is lost.',
  closedPortSteps: ['Quit Hookscope and start it again.'],
  noPort: 'This window got no connection to Hookscope. Close it and open it again.',
} as const
