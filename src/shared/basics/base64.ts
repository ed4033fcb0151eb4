/** Bytes in base64. Pure. */
export function base64Of(bytes: Uint8Array): string {
  let binary = ''
  // An argument list has its limits.
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(binary)
}
