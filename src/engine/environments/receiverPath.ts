/** The path at the receiver that belongs to an environment. */
export function receiverPath({ receiverKey }: { receiverKey: string }): string {
  return `/in/${receiverKey}`
}
