import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const renderer = join(import.meta.dirname, '../../src/renderer')

/** What the primitives of `ui` stand for, and where theirs is. */
const primitives: Readonly<Record<string, string>> = {
  table: 'DataTable',
  dialog: 'Dialog, useAsk or ModalDialog',
  select: 'Select or SelectField',
  form: 'Form',
}
const roles: Readonly<Record<string, string>> = { listbox: 'ListBox or ComboList', combobox: 'ComboField' }

/** Elements and roles of a source that a primitive has for all screens. */
function rawElements(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
  const tags = [...code.matchAll(/<(table|dialog|select|form)[\s>]/g)].map(
    ([, tag = '']) => `<${tag}>: use ${primitives[tag]}`,
  )
  const named = [...code.matchAll(/role="(listbox|combobox)"/g)].map(
    ([, role = '']) => `role ${role}: use ${roles[role]}`,
  )
  return [...tags, ...named]
}

test('tables, dialogs, choices, forms and lists are those of ui', () => {
  const found = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.tsx') && !file.startsWith('ui/'))
    .flatMap((file) => rawElements(readFileSync(join(renderer, file), 'utf8')).map((raw) => `${file}: ${raw}`))
  expect(found).toEqual([])
})

test.each([
  ['return <table className="x">', ['<table>: use DataTable']],
  ['<form\n  onSubmit={save}>', ['<form>: use Form']],
  ['<select>', ['<select>: use Select or SelectField']],
  ['<div role="listbox">', ['role listbox: use ListBox or ComboList']],
  ['// a <table> of rows\n<DataTable /><Form><Selected /><tables>', []],
])('the check itself: %s', (source, expected) => {
  expect(rawElements(source)).toEqual(expected)
})
