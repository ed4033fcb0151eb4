import type { SignatureScheme } from './signatureScheme.ts'

/** A scheme as the text of a file to be shared; `verify --scheme-file` and the form of an own scheme read it. Pure. */
export function schemeFileText({ id: _id, label, ...scheme }: SignatureScheme): string {
  return `${JSON.stringify({ hookscope: 'scheme', version: 1, name: label, ...scheme }, null, 2)}\n`
}
