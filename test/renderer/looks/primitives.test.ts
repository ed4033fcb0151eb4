import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const renderer = join(import.meta.dirname, '../../../src/renderer')

/** Elements replaced by the primitives of `ui`, and the file of each. */
const primitives: Readonly<Record<string, string>> = {
  table: 'DataTable',
  dialog: 'Dialog or useAsk',
  progress: 'Progress',
  select: 'Select or SelectField',
  form: 'Form',
}
const roles: Readonly<Record<string, string>> = { listbox: 'ListBox or Finder', combobox: 'SuggestField or PickField' }

const inputTypes: Readonly<Record<string, string>> = { checkbox: 'Checkbox or SwitchField', file: 'chooseFile' }

/** Elements and roles of a source that a primitive has for all screens. */
function rawElements(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
  const tags = [...code.matchAll(/<(table|dialog|progress|select|form)[\s>]/g)].map(
    ([, tag = '']) => `<${tag}>: use ${primitives[tag]}`,
  )
  const named = [...code.matchAll(/role="(listbox|combobox)"/g)].map(
    ([, role = '']) => `role ${role}: use ${roles[role]}`,
  )
  const inputs = [...code.matchAll(/type="(checkbox|file)"/g)].map(
    ([, type = '']) => `input ${type}: use ${inputTypes[type]}`,
  )
  return [...tags, ...named, ...inputs]
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
  ['<div role="listbox">', ['role listbox: use ListBox or Finder']],
  ['<input type="file" />', ['input file: use chooseFile']],
  ['// a <table> of rows\n<DataTable /><Form><Selected /><tables>', []],
])('the check itself: %s', (source, expected) => {
  expect(rawElements(source)).toEqual(expected)
})
