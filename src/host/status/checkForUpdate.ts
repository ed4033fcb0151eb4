import { callSentence } from '../../shared/words/callFailures.ts'
import type { Outbound } from '../../engine/outbound/startOutbound.ts'

/** Result of looking for an update. */
export type UpdateAnswer =
  | { kind: 'newer'; version: string }
  | { kind: 'current' }
  /** `reason` is a readable sentence. */
  | { kind: 'unknown'; reason: string }

/** The file of a feed that names the newest version for a system, as electron-builder writes it. */
function feedFile(platform: NodeJS.Platform): string {
  if (platform === 'win32') return 'latest.yml'
  return platform === 'darwin' ? 'latest-mac.yml' : 'latest-linux.yml'
}

/**
 * Asks a feed for the newest version, once, at the user's request: nothing is looked up automatically, and nothing is
 * downloaded. Sends no word about this machine but the request itself.
 * @param feed address of the folder with the release files
 * @param version of the running app, such as "1.2.3"
 */
export async function checkForUpdate(
  outbound: Outbound,
  feed: string,
  platform: NodeJS.Platform,
  version: string,
): Promise<UpdateAnswer> {
  const url = new URL(feedFile(platform), feed.endsWith('/') ? feed : `${feed}/`).href
  const result = await outbound.send({ method: 'GET', url, headers: [], deadlineMs: 10_000, maxBodyBytes: 64 * 1024 })
  if (!result.ok) return { kind: 'unknown', reason: callSentence(result.error.why) }
  if (result.status !== 200) return { kind: 'unknown', reason: `The update feed answered ${result.status}: ${url}` }
  return judgeUpdate(Buffer.from(result.body).toString('utf8'), version)
}

/** Compares what a feed says (YAML with a line `version: 1.2.3`) with the running version. Pure. */
export function judgeUpdate(feedText: string, running: string): UpdateAnswer {
  const offered = /^version: *['"]?(\d+\.\d+\.\d+)['"]?\s*$/m.exec(feedText)?.[1]
  if (offered === undefined) return { kind: 'unknown', reason: 'The update feed names no version.' }
  return isNewer(offered, running) ? { kind: 'newer', version: offered } : { kind: 'current' }
}

/** By number, part for part: 1.10.0 is newer than 1.9.0. A release is newer than its own pre-releases. */
function isNewer(offered: string, running: string): boolean {
  const parts = (version: string) => (version.split('-')[0] ?? '').split('.').map(Number)
  const [left, right] = [parts(offered), parts(running)]
  for (const [index, part] of left.entries()) {
    const other = right[index] ?? 0
    if (part !== other) return part > other
  }
  return running.includes('-')
}
