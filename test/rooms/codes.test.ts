import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { codeLists, codesOf, codesTable } from '../../tools/docs/codes.ts'

const root = join(import.meta.dirname, '../..')

describe('codes beside sentences', () => {
  const codes = codeLists.flatMap((list) => codesOf(list).map(({ code }) => code))

  it('are spelled in one way, in words that name what happened', () => {
    expect(codes.length).toBeGreaterThan(150)
    expect(codes.filter((code) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(code))).toEqual([])
  })

  it('are all listed in the documentation (npm run docs writes it)', () => {
    expect(readFileSync(join(root, 'docs/codes.md'), 'utf8')).toBe(codesTable())
  })

  it('have no list that is left out of the documentation', async () => {
    const listed = new Set<unknown>(codeLists.map(({ schema }) => schema))
    const missing: string[] = []
    for (const path of globSync('src/shared/codes/**/*.ts', { cwd: root })) {
      const module = (await import(join(root, path))) as Record<string, unknown>
      for (const [name, value] of Object.entries(module)) {
        if (name.endsWith('Schema') && value instanceof z.ZodType && !listed.has(value))
          missing.push(`${path}: ${name}`)
      }
    }
    expect(missing).toEqual([])
  })

  it('mean the same in every place', () => {
    const shapes = new Map<string, Set<string>>()
    for (const list of codeLists) {
      for (const { code, fields } of codesOf(list)) {
        shapes.set(code, (shapes.get(code) ?? new Set()).add(fields.toSorted().join()))
      }
    }
    expect([...shapes].filter(([, fields]) => fields.size > 1)).toEqual([])
  })
})
