import { describe, expect, it } from 'vitest'
import { followUpUrl } from '../../src/engine/service/followUpUrl.ts'
import {
  pathRows,
  previewOf,
  templateProblem,
  typeProblem,
  withPath,
} from '../../src/renderer/settings/resourcePaths.ts'

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
    expect(followUpUrl(target, base, { Loan: '/v2/loans/{resourceId}' })).toEqual({ ok: true, url: preview })
  })

  it('does not add a type twice', () => {
    const rows = pathRows({ Loan: '/l' })
    expect(typeProblem('loan', rows)).toContain('already')
    expect(typeProblem('WALLET', rows)).toContain('already')
    expect(typeProblem('Card', rows)).toBeNull()
  })
})
