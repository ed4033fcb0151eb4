import { expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { sendableHeaders } from '../../src/shared/requestText/sendableHeaders.ts'
import { publishedExamples } from '../../src/shared/signature/publishedExamples.ts'
import { schemePreset, serviceScheme } from '../../src/shared/signature/schemePresets.ts'

interface Vector {
  preset: string | null
  bodyBase64: string
}
const vectors = JSON.parse(
  readFileSync(new URL('../signature/senderVectors.json', import.meta.url), 'utf8'),
) as readonly Vector[]

test.each(publishedExamples.map((example) => [example.label, example] as const))(
  'the example of %s is published, and brings no signature',
  (_label, { scheme, label, headers, body }) => {
    const preset = schemePreset(scheme)
    expect(preset?.label).toBe(label)
    const bytes = Buffer.from(body).toString('base64')
    if (scheme !== serviceScheme.id)
      expect(vectors.some((vector) => vector.preset === scheme && vector.bodyBase64 === bytes)).toBe(true)
    const names = headers.map(([name]) => name.toLowerCase())
    expect(names).toContain('content-type')
    expect(names).not.toContain(preset?.header.toLowerCase())
    expect(sendableHeaders(headers).left).toEqual([])
  },
)
