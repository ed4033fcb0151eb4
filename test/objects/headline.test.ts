import { describe, expect, it } from 'vitest'
import { bodyHeadline, objectHeadline } from '../../src/shared/headline/headline.ts'
import { parseNotification } from '../../src/shared/parseNotification.ts'
import { headlineText } from '../../src/shared/headline/headlineText.ts'

const payment = {
  id: 'p-1',
  status: 'processing',
  amount: 'X',
  currency: 'EUR',
  reference: 'Invoice 7',
  fees: { amount: '0.35' },
}
/** Money keeps its zeros, which JSON.stringify would drop. */
const json = (object: object, amount = '129.50') => JSON.stringify(object).replace('"X"', amount)

describe('the headline of an object that was fetched', () => {
  const says = (before: object | null, after: object, amounts: [string, string] = ['129.50', '129.50']) => {
    const headline = objectHeadline(before === null ? null : json(before, amounts[0]), json(after, amounts[1]))
    return headline === null ? null : headlineText(headline)
  }

  it('is how its state changed, and its amount as it was written', () => {
    expect(says(payment, { ...payment, status: 'settled' })).toBe('processing → settled · €129.50 · Invoice 7')
  })

  it('names a field that does not speak for itself, and counts what is left out', () => {
    const after = { ...payment, status: 'settled', reference: 'Invoice 8', fees: { amount: '0.40' }, method: 'sepa' }
    expect(says(payment, after)).toBe('processing → settled · fees.amount 0.35 → 0.40 · €129.50 · +2')
    expect(says(payment, payment, ['1.0', '1.00'])).toBe('amount 1.0 → 1.00 EUR · processing · Invoice 7')
  })

  it('leaves out what is written with every change, and ids and times unless they are all that changed', () => {
    const before = { status: 'new', updatedAt: 1, version: 3, settledAtUtc: null }
    const after = { status: 'done', updatedAt: 2, version: 4, settledAtUtc: '2026-11-22T10:00:00Z' }
    expect(says(before, after)).toBe('new → done')
    expect(says({ ...before, status: 'done' }, after)).toBe('settledAtUtc null → 2026-11-22T10:00:00Z · done')
  })

  it('is what the object is, where there is no snapshot before or nothing changed', () => {
    expect(says(null, payment)).toBe('processing · €129.50 · Invoice 7')
    expect(says(payment, payment)).toBe('processing · €129.50 · Invoice 7')
  })

  it('is nothing for what is no JSON object, or larger than a headline is worth', () => {
    for (const text of ['', 'no', '[1]', '3', '{}', '{"a":']) expect(objectHeadline(null, text)).toBeNull()
    expect(objectHeadline(null, `{"status":"${'x'.repeat(70_000)}"}`)).toBeNull()
  })

  it('clips long values and keeps to one line', () => {
    const headline = objectHeadline(null, JSON.stringify({ status: `a\n\tb${'c'.repeat(100)}` }))
    expect(headline?.items[0]?.after).toBe(`a b${'c'.repeat(56)}…`)
  })
})

describe('the headline of a body', () => {
  const says = (body: object | string) => {
    const bytes = new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))
    const headline = bodyHeadline(bytes, parseNotification(bytes).notification.changesText)
    return headline === null ? null : headlineText(headline)
  }
  const notification = { id: 'n', resourceType: 'Payment', resourceId: 'p', action: 'update' }

  it.each([
    ['new values', { status: 'settled', amount: '12.50' }, 'settled · amount 12.50'],
    ['new values with their currency', { amount: 12.5, currency: 'EUR' }, '12.5 EUR'],
    ['old and new values', { status: { old: 'open', new: 'paid' } }, 'open → paid'],
    ['names of fields', ['note', 'status'], 'status changed · note changed'],
  ])('is what its changes say: %s', (_, changes, text) => {
    expect(says({ ...notification, changes })).toBe(text)
  })

  it('is nothing where a notification only names its object', () => {
    expect(says({ ...notification, changes: null, createdAtUtc: '2026-11-22T10:00:00Z' })).toBeNull()
  })

  it('is what an event of another sender says: its type, and the object inside', () => {
    const stripe = {
      id: 'evt',
      type: 'invoice.paid',
      data: { object: { id: 'in', status: 'paid', amount_due: 1250, currency: 'eur' } },
    }
    expect(says(stripe)).toBe('invoice.paid · paid · 1250 eur')
    expect(says({ event: 'push', repository: 'a/b' })).toBe('push')
  })

  it('is found in wrappers, and however deep they are it ends', () => {
    const wrapped = (levels: number) => `${'{"data":'.repeat(levels)}{"status":"paid"}${'}'.repeat(levels)}`
    const bytes = (text: string) => new TextEncoder().encode(text)
    expect(bodyHeadline(bytes(wrapped(3)), null)?.items).toMatchObject([{ field: 'status' }])
    expect(bodyHeadline(bytes(wrapped(450)), null)).toBeNull()
    expect(bodyHeadline(bytes(wrapped(7000)), null)).toBeNull()
  })

  it('is nothing for what is no JSON object', () => {
    for (const body of ['', 'a=b', '[{"status":"x"}]', '{"status":', '\u{0}']) expect(says(body)).toBeNull()
  })
})
