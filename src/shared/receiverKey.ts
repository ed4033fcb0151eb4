/** The secret part of the receiver's path: who knows it can post. */

/** Also with an authority in front, as senders write it that take us for a proxy. */
const receiverTarget = /^(?:https?:\/\/[^/?#]*)?\/in\/([^/?#]+)([^#]*)/is

/** The key in a request target and what follows it, path and query; null when the target has no key. Pure. */
export function splitReceiverTarget(target: string): { key: string; rest: string } | null {
  const [, key, rest = ''] = receiverTarget.exec(target) ?? []
  return key === undefined ? null : { key, rest }
}

/** Is written in the place of a receiver's key. */
export const receiverPathKey = '[receiver-key]'

/** A text without the key of a receiver's path. Some tunnels and proxies repeat the whole address in a header. Pure. */
export function withoutReceiverKey(text: string, key: string | null): string {
  return key === null ? text : text.replaceAll(key, receiverPathKey)
}

/** A text with the key of a receiver's path cut after four characters: enough to recognise it, too little to post. Pure. */
export function shortReceiverKey(text: string): string {
  return text.replace(/(\/in\/[^/?#]{4})[^/?#]+/, '$1…')
}
