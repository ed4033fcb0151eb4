/** What a person reads when the line to the inspector fails. */
export const wireWords = {
  lostLine:
    'The connection to the inspector was lost before its answer came, so it may or may not have been done. It reconnects by itself; look, then try again.',
  ourFault:
    'Hookscope made a mistake here. Its log says more; what was captured is safe. Try again, and report it if it happens again.',
  missingKey:
    'This page has no key to the inspector. Open the whole address that Hookscope printed when it started: it ends in #token= and the key.',
  refusedKey:
    'Hookscope does not accept the key of this page, because it was started anew. Open the address that it printed when it started.',
  closedPort:
    'The inspector behind this window has stopped. Quit Hookscope and start it again; nothing that was captured is lost.',
  noPort: 'This window got no connection to the inspector. Close it and open it again.',
} as const
