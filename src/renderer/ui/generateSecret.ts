/** 32 random bytes as 43 characters that survive URLs, shells and .env files (base64url without padding). */
export function generateSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
