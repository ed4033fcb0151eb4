import { describe, expect, it } from 'vitest'
import { editField, type Edits, isEdited, withEdits, withoutSent } from '../../../src/renderer/ui/hooks/useEdits.ts'

interface Form {
  url: string
  types: string[]
  secret: string | null
}

const stored: Form = { url: 'https://a.example', types: ['payment'], secret: null }

describe('the edits of a form', () => {
  it('keep only what differs from what is stored', () => {
    const once = editField<Form, 'url'>(stored, {}, 'url', 'https://b.example')
    expect(once).toEqual({ url: 'https://b.example' })
    expect(editField(stored, once, 'url', 'https://a.example')).toEqual({})
  })

  it('see that a list has come back to what it was', () => {
    const without = editField<Form, 'types'>(stored, {}, 'types', [])
    expect(isEdited(without)).toBe(true)
    expect(isEdited(editField(stored, without, 'types', ['payment']))).toBe(false)
  })

  it('let untouched fields follow what is stored later', () => {
    const edits: Edits<Form> = { url: 'https://typed.example' }
    const moved = { ...stored, url: 'https://moved.example', types: ['kyc'] }
    expect(withEdits(moved, edits)).toEqual({ url: 'https://typed.example', types: ['kyc'], secret: null })
  })

  it('lose what was saved, and keep what was typed while it was being saved', () => {
    const sent: Edits<Form> = { url: 'https://b.example', types: ['kyc'] }
    const now: Edits<Form> = { url: 'https://b.example', types: ['kyc', 'nft'], secret: 'typed meanwhile' }
    expect(withoutSent(now, sent)).toEqual({ types: ['kyc', 'nft'], secret: 'typed meanwhile' })
  })
})
