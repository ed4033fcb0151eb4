import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseObject } from '../http/readJson.ts'

/** Claims of an access token. `exp` and `iat` are seconds since the epoch. */
export interface Claims {
  iss: string
  /** User id. */
  sub: string
  aud: string
  exp: number
  iat: number
  scope: string
  /** Organization id. */
  org: string
  jti: string
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function sign(text: string, key: string): Buffer {
  return createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest()
}

/** A signed JWT (HS256). `key` is base64. */
export function writeAccessToken(claims: Claims, key: string): string {
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${text}.${sign(text, key).toString('base64url')}`
}

export type ReadToken = { ok: true; sub: string } | { ok: false; reason: string }

/**
 * Checks signature, audience and expiry. The issuer is not compared: after a restart the sandbox may have another port.
 * @param now seconds since the epoch
 */
export function readAccessToken(token: string, key: string, audience: string, now: number): ReadToken {
  const [head = '', payload = '', signature = '', ...more] = token.split('.')
  const given = Buffer.from(signature, 'base64url')
  const right = sign(`${head}.${payload}`, key)
  if (more.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) {
    return { ok: false, reason: 'The token was not issued here.' }
  }
  const claims = parseObject(Buffer.from(payload, 'base64url'))
  if (claims === null || typeof claims['sub'] !== 'string' || claims['aud'] !== audience) {
    return { ok: false, reason: 'The token is meant for another audience.' }
  }
  if (typeof claims['exp'] !== 'number' || claims['exp'] <= now) {
    return { ok: false, reason: 'The token expired.' }
  }
  return { ok: true, sub: claims['sub'] }
}
