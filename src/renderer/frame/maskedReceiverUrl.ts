/** The receiver's address with the key of its path cut after four characters: who reads over a shoulder cannot send. Pure. */
export function maskedReceiverUrl(url: string): string {
  return url.replace(/(\/in\/[^/?#]{4})[^/?#]+/, '$1…')
}
