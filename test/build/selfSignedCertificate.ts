import { generateKeyPairSync, sign } from 'node:crypto'

/** A new key and a certificate that it signed itself, for 127.0.0.1 and names: not trusted by default. */
export function selfSignedCertificate(...hosts: string[]): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = der(0x30, der(0x31, der(0x30, oid('550403'), der(0x0c, Buffer.from('127.0.0.1')))))
  const names = (hosts.length === 0 ? ['service.test'] : hosts).map((host) => der(0x82, Buffer.from(host)))
  const ecdsaWithSha256 = der(0x30, oid('2a8648ce3d040302'))
  const validity = der(0x30, time('200101000000Z'), time('491231235959Z'))
  const content = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, Buffer.from([1])), // serial number
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    // subjectAltName: the IP address 127.0.0.1 and the hosts, which clients compare instead of the name above.
    der(
      0xa3,
      der(0x30, der(0x30, oid('551d11'), der(0x04, der(0x30, der(0x87, Buffer.from([127, 0, 0, 1])), ...names)))),
    ),
  )
  const signature = sign('sha256', content, privateKey)
  const certificate = der(0x30, content, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  }
}

/** One element of ASN.1 in DER: tag, length, content. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'))
}

function time(text: string): Buffer {
  return der(0x17, Buffer.from(text))
}
