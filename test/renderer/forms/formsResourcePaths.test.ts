import { describe, expect, it } from 'vitest'
import { followUpUrl } from '../../../src/engine/service/followUpUrl.ts'
import { madeUpWords, missedTypes } from '../../../src/renderer/features/environment/object-paths/ObjectPathsScreen.tsx'
import {
  pathRows,
  previewOf,
  templateProblem,
  triedWords,
  typeProblem,
  withPath,
} from '../../../src/renderer/features/environment/object-paths/PathLine.tsx'
import { aDelivery } from '../state/builders.ts'

const base = 'https://api.example.com/prefix/'

/** Whether the engine would ask for something with this template. */
function engineTakes(template: string): boolean {
  const target = { resourceType: 'Loan', resourceId: 'id-1', organizationId: 'org-1' }
  return followUpUrl(target, base, { Loan: template }).ok
}

describe('the table of resource paths', () => {
  it('lists the ten types as assumed, then own types by name', () => {
    const rows = pathRows({ Loan: '/l/{resourceId}', Card: '/c/{resourceId}' })
    expect(rows).toHaveLength(12)
    expect(rows[0]).toEqual({ resourceType: 'Payment', assumed: '/api/trust/v1/payments/{resourceId}', own: null })
    expect(rows.slice(10).map(({ resourceType }) => resourceType)).toEqual(['Card', 'Loan'])
  })

  it('assumes nothing of another sender than the service', () => {
    expect(pathRows({}, 'sender')).toEqual([])
    expect(pathRows({ invoice: '/v1/invoices/{resourceId}' }, 'sender')).toEqual([
      { resourceType: 'invoice', assumed: null, own: '/v1/invoices/{resourceId}' },
    ])
  })

  it('finds the own path of a type without regard to case, as the engine does', () => {
    const rows = pathRows({ payment: '/p/{resourceId}' })
    expect(rows).toHaveLength(10)
    expect(rows[0]?.own).toBe('/p/{resourceId}')
    expect(withPath({ payment: '/p/{resourceId}' }, 'Payment', '/q')).toEqual({ payment: '/q' })
    expect(withPath({ payment: '/p/{resourceId}', Loan: '/l' }, 'Payment', null)).toEqual({ Loan: '/l' })
  })

  it.each([
    '/v2/payments/{resourceId}',
    '/org/{organizationId}/payments/{resourceId}?expand=all',
    '/a-b_c.d/{resourceId}',
  ])('takes %s, and so does the engine', (template) => {
    expect(templateProblem(template)).toBeNull()
    expect(engineTakes(template)).toBe(true)
  })

  it.each(['//evil.example/{resourceId}', '/../{resourceId}', '/a/./{resourceId}', '/a b', '/a\\b', '/a#b', '/{id}'])(
    'refuses %s, which the engine would not ask for either',
    (template) => {
      expect(templateProblem(template)).not.toBeNull()
      expect(engineTakes(template)).toBe(false)
    },
  )

  it('asks for a slash at the start', () => {
    expect(templateProblem('payments/{resourceId}')).toContain('starts with "/"')
  })

  it('previews the address that the engine would ask for', () => {
    const preview = previewOf('/v2/loans/{resourceId}', base)
    const resourceId = preview.slice(preview.lastIndexOf('/') + 1)
    const target = { resourceType: 'Loan', resourceId, organizationId: null }
    expect(followUpUrl(target, base, { Loan: '/v2/loans/{resourceId}' })).toMatchObject({ ok: true, url: preview })
  })

  it('does not add a type twice', () => {
    const rows = pathRows({ Loan: '/l' })
    expect(typeProblem('loan', rows)).toContain('already')
    expect(typeProblem('WALLET', rows)).toContain('already')
    expect(typeProblem('Card', rows)).toBeNull()
  })
})

describe('types that no path is known for', () => {
  const skipped = { state: 'skipped', status: null, reason: 'No path is known.' } as const
  const loan = { resourceType: 'Loan', followUp: skipped }
  const items = [
    aDelivery(5, loan),
    aDelivery(4, { ...loan, resourceType: 'LOAN' }),
    aDelivery(3, { ...loan, resourceType: 'Card', verdict: 'invalid' }),
    aDelivery(2, { resourceType: 'payment', followUp: skipped }),
    aDelivery(1, { resourceType: 'Bond' }),
  ]

  it('are found among what is proven, without regard to case, with what was skipped', () => {
    expect(missedTypes(items, pathRows({}))).toEqual([
      { resourceType: 'Loan', missed: 2 },
      { resourceType: 'Bond', missed: 0 },
    ])
  })

  it('are gone once they have a path', () => {
    expect(missedTypes(items, pathRows({ loan: '/l/{resourceId}', Bond: '/b' }))).toEqual([])
  })

  it('have their missed follow-ups run when they get one, which is said only where there are any', () => {
    expect(madeUpWords({ resourceType: 'Loan', missed: 2 })).toBe('Retrying 2 missed follow-ups of Loan.')
    expect(madeUpWords({ resourceType: 'Loan', missed: 1 })).toBe('Retrying 1 missed follow-up of Loan.')
    expect(madeUpWords({ resourceType: 'Loan', missed: 0 })).toBeNull()
  })
})

describe('a path that was tried', () => {
  it('is good when the object was fetched, and otherwise tells why not', () => {
    expect(triedWords({ followUp: { state: 'done', status: 200, reason: null }, attempt: null })).toEqual({
      good: true,
      text: 'Fetched with status 200.',
    })
    const failed = { state: 'failed', status: 404, reason: null } as const
    expect(triedWords({ followUp: failed, attempt: null })).toEqual({ good: false, text: 'Answered with status 404.' })
    expect(triedWords({ followUp: { ...failed, reason: 'There is no such object.' }, attempt: null }).text).toBe(
      'There is no such object.',
    )
  })

  it('shows the id of a real object where there is one, whatever stands in it', () => {
    expect(previewOf('/l/{resourceId}', base, '$&x')).toBe('https://api.example.com/prefix/l/$&x')
  })
})
