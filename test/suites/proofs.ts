import { existsSync } from 'node:fs'

/** One thing that the product must withstand, with the tests that show it. */
interface Proof {
  what: string
  /** Test files, below `test`. */
  files: readonly string[]
}

/** The threats of the security model by number: 1 to 18 as designed against, from 19 on as found in an attack. */
export const threats: Readonly<Record<number, Proof>> = {
  1: { what: 'A web page drives the page or the API', files: ['shells/guard', 'suites/security/everyRoute'] },
  2: {
    what: 'Tunnel, forward or replay reaches our own API',
    files: ['shells/guard', 'forwarding/ourAddresses', 'host/senders/replay'],
  },
  3: {
    what: 'A notification steers the follow-up GET',
    files: ['service/followUpUrl', 'host/senders/senderFollowUps'],
  },
  4: { what: 'A redirect takes a token along', files: ['service/serviceClient', 'followUps/faults'] },
  5: { what: 'Secrets in exports, logs, dumps', files: ['host/secrets/canary', 'host/secrets/canaryOutputs'] },
  6: { what: 'Script in what is received', files: ['e2e/xss'] },
  7: {
    what: 'A request target overrides where a copy is sent',
    files: ['forwarding/forwarding', 'host/senders/replay', 'host/senders/sending'],
  },
  8: { what: 'Decompression bombs', files: ['renderer/state/maskedWire', 'e2e/inbox/bodies'] },
  9: { what: 'Deep or huge JSON', files: ['store/parseNotification', 'objects/objects', 'suites/fuzz/receiver'] },
  10: {
    what: 'Smuggling and slow senders',
    files: ['receiver/refusals', 'receiver/timeouts', 'receiver/exactness', 'suites/fuzz/receiver'],
  },
  11: { what: 'Paths in imports and exports', files: ['host/environments', 'suites/fuzz/imports'] },
  12: { what: 'Prototype pollution', files: ['host/environments', 'objects/objects', 'suites/fuzz/calls'] },
  13: { what: 'Search input', files: ['store/searching', 'suites/fuzz/filters'] },
  14: { what: 'Received text on a terminal', files: ['cli/terminal', 'cli/listen/listen'] },
  15: { what: 'Cells that a spreadsheet runs', files: ['suites/security/patternsAndTables'] },
  16: { what: 'Patterns that never end', files: ['suites/security/patternsAndTables'] },
  17: { what: 'Certificates that nobody trusts', files: ['followUps/faults'] },
  18: { what: 'Packages that reach further than they should', files: ['rooms/rooms', 'tunnel/localtunnel'] },
  19: { what: 'A secret in a command line', files: ['cli/serve/openBrowser', 'shells/session', 'e2e/session'] },
  20: { what: 'The API takes a program path', files: ['shells/programPaths'] },
  21: { what: 'A copied command runs something when pasted', files: ['requestText/pasting'] },
  22: { what: 'Credentials in what is handed over', files: ['handOver/credentials'] },
  23: { what: 'The key in the history of a browser', files: ['e2e/session'] },
  24: { what: 'Hashes of passwords at rest', files: ['host/secrets/passwordFingerprints'] },
  25: { what: "Somebody else's data folder", files: ['store/damage/unsafeFolders'] },
  26: { what: 'Silent sockets close the receiver', files: ['receiver/crowd'] },
  27: { what: "The sandbox's password for every local user", files: ['host/embeddedSandbox'] },
  28: { what: 'What is kept in memory for those who reconnect', files: ['host/eventLog'] },
  29: {
    what: 'Handshakes as an oracle, keys from where an attacker says, confused algorithms',
    files: ['handshakes/echoes', 'handshakes/confirmation', 'host/secrets/publicKeys', 'signature/explain/badInput'],
  },
  30: { what: 'Payloads that speak to an agent', files: ['cli/mcp/mcp'] },
  31: { what: 'Templates of response rules, loops between forwarders', files: ['responses/rules', 'forwarding/rules'] },
  32: { what: 'Hostile case files', files: ['cases/hostileFiles'] },
  33: {
    what: 'Answers of handlers, apps, services and tunnels that are written to break their reader',
    files: ['checking/hostileAnswers', 'suites/fuzz/answers'],
  },
  34: {
    what: 'Long names and bodies that slow patterns are slow at',
    files: ['basics/longTexts', 'suites/fuzz/texts'],
  },
  35: {
    what: 'Aborted requests and refused upgrades use up descriptors and connections',
    files: ['shells/abortedRequests', 'shells/pages', 'shells/sockets', 'receiver/crowd'],
  },
  36: {
    what: 'Secrets of every sender in previews, comparisons, test cases and answers to agents',
    files: ['host/secrets/canaryOutputs', 'host/senders/testCase'],
  },
  37: { what: 'A fixture chooses which variable leaves', files: ['cli/send', 'host/senders/sending'] },
}

/** The faults that can be injected on Linux as root. */
export const faults: readonly Proof[] = [
  { what: 'SIGKILL in a burst', files: ['host/killed/killInBurst', 'store/damage/killedProcess'] },
  { what: 'SIGKILL at a write of the database', files: ['suites/faults/killedAtWrite'] },
  {
    what: 'SIGKILL while follow-ups run, and while deliveries are removed',
    files: ['host/killed/killedFollowUps', 'host/killed/killedDeletion'],
  },
  {
    what: 'SIGKILL while deliveries are forwarded, and anything done to a rule whose app fails',
    files: ['suites/faults/killedForwarding', 'suites/faults/anyOperations', 'forwarding/killed'],
  },
  { what: 'Sync fails', files: ['store/damage/failingSync'] },
  { what: 'Disk full, also at the first start', files: ['store/damage/diskFull'] },
  { what: 'Database read-only', files: ['suites/faults/readOnly'] },
  {
    what: 'Database or index damaged page by page, or cut off',
    files: ['upkeep/recovery', 'store/damage/damagedIndex'],
  },
  { what: 'Database emptied, or its key gone or cut off', files: ['store/opening', 'host/secrets/keeper'] },
  { what: 'A restore is killed at any step', files: ['suites/faults/killedRestore'] },
  {
    what: 'A purge is killed while deliveries arrive',
    files: ['suites/faults/killedPurge', 'host/killed/killedDeletion'],
  },
  { what: 'Clock jumps', files: ['suites/faults/clockJumps', 'service/tokens', 'forwarding/rules'] },
  { what: 'Ports held', files: ['suites/faults/portsHeld'] },
  { what: 'Tunnel drops, refuses, drips, changes its URL', files: ['tunnel/localtunnelFaults', 'host/tunnel'] },
  {
    what: 'Service answers 401, 403, 404, 429, 500, HTML, half, nothing',
    files: ['followUps/faults', 'service/tokens', 'host/killed/faults'],
  },
  { what: 'Slow, half-open and lying senders', files: ['receiver/timeouts', 'receiver/refusals'] },
  { what: 'No file descriptor is left', files: ['shells/descriptorLimit'] },
  { what: 'Two instances on one folder', files: ['cli/dataFolder'] },
  { what: 'A folder of an earlier or later version', files: ['store/opening'] },
]

/** @throws {Error} where a file has moved: a suite without it would show less than it says */
export function filesOf(proofs: Iterable<Proof>): string[] {
  const files = [...new Set([...proofs].flatMap((proof) => proof.files))].map((file) => `test/${file}.test.ts`)
  const missing = files.filter((file) => !existsSync(new URL(`../../${file}`, import.meta.url)))
  if (missing.length > 0) throw new Error(`These tests are not there: ${missing.join(', ')}`)
  return files
}
