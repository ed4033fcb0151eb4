import { readFileSync } from 'node:fs'
import { createSecureContext, getCACertificates, rootCertificates, type SecureContext } from 'node:tls'

/**
 * Returns the trusted certificate authorities: the bundled ones, those of the operating system, and those of the file that
 * NODE_EXTRA_CA_CERTS names. A company's proxy or an own service is often known to the system only. (Node reads the variable
 * itself, a packaged Electron does not.) A file that cannot be read is left out and given to `warn` as a sentence.
 */
export function trustedAuthorities(
  variables: Record<string, string | undefined>,
  warn: (message: string) => void,
): SecureContext {
  const { NODE_EXTRA_CA_CERTS: extra } = variables
  return createSecureContext({
    ca: [...new Set([...rootCertificates, ...systemAuthorities(warn), ...(extra ? readExtra(extra, warn) : [])])],
  })
}

function systemAuthorities(warn: (message: string) => void): readonly string[] {
  try {
    return getCACertificates('system')
  } catch (error) {
    warn(
      `The system's certificate authorities could not be read: ${messageOf(error)}. Only the bundled ones are trusted.`,
    )
    return []
  }
}

function readExtra(file: string, warn: (message: string) => void): string[] {
  try {
    const found = readFileSync(file, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
    if (found.length === 0) warn(`The file that NODE_EXTRA_CA_CERTS names holds no certificate in PEM: ${file}`)
    return found
  } catch (error) {
    warn(`The file that NODE_EXTRA_CA_CERTS names cannot be read: ${messageOf(error)}`)
    return []
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
