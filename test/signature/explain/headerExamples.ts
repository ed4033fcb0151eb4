import { constants, createHmac, sign as signWith } from 'node:crypto'
import type { SignatureScheme } from '../../../src/shared/signature/signatureScheme.ts'
import { secret } from './buildInput.ts'
import { body, given, type OtherCase, pemOf, pkcs8, preset, seconds, url } from './otherKinds.ts'

/** A key of the tests alone. */
const rsaKey = pkcs8(
  'MIICdwIBADANBgkqhkiG9w0BAQEFAASCAmEwggJdAgEAAoGBAOlGRd4ZVUwGZrBuFU5EJ57ej+j8j/rBv7IrZ4GlFcJ5gQYPLJdeF30yETE8jCILh/iiFXXkOzybz1bz5PmbMa80yoUleRDDFoswFCfvbxYPZMS3V9bnqiSe8Tp8Drue5CK5XtINgxO1+LXNai8Tm26pDGNaYOV1XcIf4Rjs3TJ9AgMBAAECgYEAlTU0tVYg3+rsPgd7qz8e1JhpFk6NzYemFNF8eElevLC5HWYRUJSHk7W1l3ex7ojPpPIPpgOg/ChxG54PJLTmtoD4iHP9bOBeGnxI5vB0GvU5rdpuOGOwR43SNaJ93J1uTZiUDv6lq0z1Zqu3sRCOlsIeMxHYPexraW0LTcBY9gUCQQD32RLm2pJB5bQsE+VDULf8WZz7uQt3takRnyuDpOoZ+vIOvi5VrCxWUyHQ9zMP64YL+3nDAMbaljbbD9p3py0DAkEA8PJ87C5mlCD2amBtHrqNSSRI/CP1kfeNj55D4JSrs+empg/CYIw+8DOhKIJSCtvgkogeygyxacl02nDe0vlKfwJBAOVKZ5g24VQhg/u7NECAbpYA+aBPYvKOlyj8Ti9t5D3A0SseepM7w5DhO8msyAqUY+C198GV+GHE0l77XauQd60CQCv6dqa9SWfcJF4CP6iOMF+bSd8LyTTdVG9UWdtSB40MyTQiSD5LGunI4q98KfFldLYKNmR2sKM4bCW62FD1w40CQEE9H5VYiK8BqsIIvS56sPgtvFU78LMhN2k7YKpS9Fyt1cuGmLOPCZMrT71SWPtw/YtI4gknkcnISU7jBlbpfWo=',
)

/** Wise: RSA over the body, here with another padding. */
function wise(title: string, cause: string, saltLength: number) {
  return given(`RSA-PSS: ${title}`, cause, {
    body,
    scheme: { ...preset('wise'), padding: 'pss' } as SignatureScheme,
    header: signWith('sha256', Buffer.from(body), {
      key: rsaKey,
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength,
    }).toString('base64'),
    secrets: [secret(pemOf(rsaKey))],
  })
}

/** RFC 9421 over a header that a proxy may rewrite. */
function httpHeader(title: string, cause: string, { signedType = 'application/json', label = 'sig1' }) {
  const parameters = `("content-type" "@target-uri");created=${seconds}`
  const base = `"content-type": ${signedType}\n"@target-uri": ${url}\n"@signature-params": ${parameters}`
  const key = Buffer.from('0123456789abcdef0123456789abcdef')
  return given(`HTTP message signature: ${title}`, cause, {
    body,
    scheme: preset('http-signature-hmac-sha256'),
    header: `sig1=:${createHmac('sha256', key).update(base).digest('base64')}:`,
    headers: ['Content-Type', 'application/json', 'Signature-Input', `${label}=${parameters}`],
    secrets: [secret(key.toString('base64'))],
  })
}

/** Slips of RSA-PSS and of headers that HTTP signatures cover. */
export const headerExamples: readonly OtherCase[] = [
  wise('the longest salt', 'signature-salt', constants.RSA_PSS_SALTLEN_MAX_SIGN),
  httpHeader('a charset in the signed content type', 'message-header', {
    signedType: 'application/json; charset=utf-8',
  }),
  httpHeader('another label in Signature-Input', 'signature-input-missing', { label: 'proxy' }),
]
