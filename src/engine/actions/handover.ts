import { trimEnd } from '../../shared/trimEnd.ts'
import type { ServiceCredentials } from '../service/serviceCredentials.ts'

/**
 * Text to send to a new read-only user with everything needed to obtain a token, except the password and hidden values.
 * Pure.
 */
export function handover(
  { authUrl, baseUrl, clientId, audience, hidden }: ServiceCredentials,
  username: string,
): string {
  const shown = (text: string) => (hidden.includes(text) ? '(you get it apart from this text)' : text)
  return [
    'Your read only access',
    '',
    `Obtain a token: POST ${trimEnd(authUrl, '/')}/oauth/token with a JSON body of these fields`,
    '  grant_type: password',
    `  client_id: ${shown(clientId)}`,
    `  audience: ${shown(audience)}`,
    `  username: ${username}`,
    '  password: (you get it apart from this text)',
    '',
    `Then read with it: GET ${trimEnd(baseUrl, '/')}/... with the header "Authorization: Bearer TOKEN".`,
    'Anything but GET is not for this user.',
    '',
  ].join('\n')
}
