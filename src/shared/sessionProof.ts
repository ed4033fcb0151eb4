/** How a server shows that it holds the page's key without sending it, and what is sent to end a page's connection. */

/**
 * The text whose HMAC-SHA256 under the key, as base64url, is the proof. The origin is in it so that no other program can
 * pass a nonce on to the real server on another port and come back with its proof.
 */
export function proofText(origin: string, nonce: string): string {
  return `hookscope session proof\n${origin}\n${nonce}`
}

/** A WebSocket is closed with this code when its key was renewed. */
export const keyRenewedCode = 4401
