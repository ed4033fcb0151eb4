import { schemeWords } from './words.ts'
import type { OwnSchemeForm } from './ownSchemeForm.ts'

const { places } = schemeWords

/** The places that a message template may have, with what is there in the end. */
export const messagePlaces: readonly { place: string; what: string; example: string }[] = [
  { place: '{body}', what: places.body, example: '{"id":"…"}' },
  { place: '{timestamp}', what: places.timestamp, example: '1767225600' },
  { place: '{id}', what: places.id, example: 'msg_2Lh9' },
  { place: '{url}', what: places.url, example: 'https://hooks.example/in' },
  { place: '{method}', what: places.method, example: 'POST' },
  { place: '{form}', what: places.form, example: 'Digits1234From+1415…' },
]

/** The message as it might look, piece by piece: text that is there as it is, and filled places. Pure. */
export function messagePreview(message: string): { text: string; place: string | null; at: number }[] {
  let at = 0
  return message.split(/(\{[a-z]+\})/).flatMap((part) => {
    const start = at
    at += part.length
    if (part === '') return []
    const known = messagePlaces.find(({ place }) => place === part)
    return [{ text: known?.example ?? part, place: known?.place ?? null, at: start }]
  })
}

/** The signature header as it might look, with letters where the digest stands. Pure. */
export function headerPreview(form: OwnSchemeForm): string {
  const digest = form.encoding === 'hex' ? '5f2a…' : 'Xyz9…='
  switch (form.kind) {
    case 'plain':
      return form.prefix + digest
    case 'pairs': {
      const signature = `${form.pairKey === '' ? '?' : form.pairKey}=${digest}`
      return form.timestampFrom === 'pair' && form.timestampName !== ''
        ? `${form.timestampName}=1767225600${form.separator}${signature}`
        : signature
    }
    case 'list':
      return `${form.prefix}${digest} ${form.prefix}${digest}`
  }
}
