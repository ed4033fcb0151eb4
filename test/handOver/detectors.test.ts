import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { personalDetectors } from '../../src/shared/codes/redactions.ts'
import { withoutPersonal } from '../../src/shared/redaction/detectors.ts'
import { namesPerson } from '../../src/shared/redaction/fieldNames.ts'
import { literalsOf } from '../../src/shared/redaction/literals.ts'
import { redactText } from '../../src/shared/redaction/redactText.ts'
import { pointsAt } from '../../src/shared/redaction/rewriteJson.ts'
import type { PersonalDetector } from '../../src/shared/redaction/rules.ts'

/** Findings of each detector, and its replacement. */
const found: [PersonalDetector, string, string][] = [
  ['iban', 'DE89370400440532013000', '[redacted iban]'],
  ['iban', 'pay to de89 3704 0044 0532 0130 00, now', 'pay to [redacted iban], now'],
  ['iban', 'GR16-0110-1250-0000-0001-2300-695', '[redacted iban]'],
  ['iban', 'NO9386011117947 or MT84MALT011000012345MTLCAST001S', '[redacted iban] or [redacted iban]'],
  ['card', '4111111111111111', '[redacted card]'],
  ['card', 'card 5555 5555 5555 4444.', 'card [redacted card].'],
  ['card', '3782-822463-10005', '[redacted card]'],
  ['email', 'ada@example.com', '[redacted email]'],
  ['email', 'Ada <ada.l+shop@mail.example.co.uk>', 'Ada <[redacted email]>'],
  ['email', 'to=ada%40example.com&x=1', 'to=[redacted email]&x=1'],
  ['email', 'Ελένη: ελένη@παράδειγμα.ελ', 'Ελένη: [redacted email]'],
  ['phone', '+30 21 0555 7917', '[redacted phone]'],
  ['phone', 'call 0044 (20) 7946-0958 now', 'call [redacted phone] now'],
  ['phone', 'tel:%2B14155550123', 'tel:[redacted phone]'],
]

/** Similar texts that stay. */
const left: [PersonalDetector, string][] = [
  // Another checksum, another length, a country that has none, within a longer word.
  ['iban', 'DE89370400440532013001'],
  ['iban', 'DE8937040044053201300'],
  ['iban', 'US89370400440532013000'],
  ['iban', 'XDE89370400440532013000'],
  ['iban', 'DE89370400440532013000X'],
  // Luhn does not fit, too few digits, a number with a fraction, an id.
  ['card', '4111111111111112'],
  ['card', '411111111111'],
  ['card', '0.4111111111111111'],
  ['card', 'id-4111111111111111'],
  ['card', '9111111111111111'],
  ['email', 'ada@localhost'],
  ['email', '@example.com'],
  ['email', 'ada at example.com'],
  ['email', 'v1.2@3.4'],
  // Without a country code, or a number of another kind.
  ['phone', '210 555 7917'],
  ['phone', '2026-11-23T05:00:00+02:00'],
  ['phone', '1.5e+10'],
  ['phone', '+1 234'],
  ['phone', 'a0048123456789'],
]

describe('a detector', () => {
  test.each(found)('%s finds "%s"', (detector, text, clean) => {
    const hits: string[] = []
    expect(withoutPersonal(text, [detector], (kind) => hits.push(kind))).toBe(clean)
    expect(new Set(hits)).toEqual(new Set([detector]))
  })

  test.each(left)('%s leaves "%s"', (detector, text) => {
    expect(withoutPersonal(text, [detector], () => undefined)).toBe(text)
  })

  test('that was not chosen finds nothing', () => {
    const text = found.map(([, one]) => one).join('\n')
    expect(withoutPersonal(text, [], () => undefined)).toBe(text)
  })

  test('finds nothing in what is replaced already', () => {
    const clean = found.map(([, , after]) => after).join('\n')
    expect(withoutPersonal(clean, personalDetectors, () => undefined)).toBe(clean)
  })
})

describe('the name of a field', () => {
  test.each<[string, string[]]>([
    ['firstName', []],
    ['first_name', []],
    ['X-First-Name', []],
    ['LASTNAME', []],
    ['dateOfBirth', []],
    ['taxNumber', []],
    ['accountHolderName', []],
    ['iban', ['bank']],
    ['postalCode', []],
    ['name', ['customer']],
    ['name', ['billingAddress']],
    ['name', ['order', 'shippingContacts', '0']],
  ])('%s below %j is a person’s', (name, path) => {
    expect(namesPerson(name, path)).toBe(true)
  })

  test.each<[string, string[]]>([
    ['name', []],
    ['name', ['product']],
    ['name', ['usersettings']],
    ['status', ['customer']],
    ['resourceId', []],
    ['currency', []],
    ['emailVerified', []],
    ['addressType', []],
    ['zipped', []],
  ])('%s below %j is none', (name, path) => {
    expect(namesPerson(name, path)).toBe(false)
  })
})

describe('a JSON pointer', () => {
  test.each([
    ['/user/iban', ['user', 'iban']],
    ['/user', ['user', 'iban']],
    ['/items/*/owner', ['items', '12', 'owner']],
    ['/*', ['anything', 'below']],
    ['/a~1b/c~0d', ['a/b', 'c~d']],
    ['/', ['']],
  ])('%s leads to %j', (pointer, path) => {
    expect(pointsAt(pointer, path)).toBe(true)
  })

  test.each([
    ['/user/iban', ['user']],
    ['/user/iban', ['user', 'IBAN']],
    ['/iban', ['user', 'iban']],
    ['/items/*', ['items']],
    ['/a/b', ['a/b']],
    ['/', ['a']],
  ])('%s does not lead to %j', (pointer, path) => {
    expect(pointsAt(pointer, path)).toBe(false)
  })

  test('replaces a value, a whole object and each item of a list, and nothing beside them', () => {
    const text = '{ "user": {"iban": "A", "age": 7}, "items": [{"owner": [1, 2]}, {"owner": null}], "iban": "B" }'
    const search = {
      rules: { personal: [], pointers: ['/user/iban', '/items/*/owner'] },
      credentials: false,
      literals: null,
      onHit: () => undefined,
    }
    expect(redactText(text, false, search)).toEqual({
      text: '{ "user": {"iban": "[redacted]", "age": 7}, "items": [{"owner": "[redacted]"}, {"owner": null}], "iban": "B" }',
    })
  })
})

describe('a value that was replaced in one place', () => {
  test('is found in others as it is and percent-encoded, as a word of its own', () => {
    const literals = literalsOf(['1974-06-05', 'Ελένη', 'a.b*c', '12', '[redacted]'])
    expect(
      literals?.('born 1974-06-05 Ελένη %CE%95%CE%BB%CE%AD%CE%BD%CE%B7 a.b*c axbbc 12 1974-06-051', () => '#'),
    ).toBe('born # # # # axbbc 12 1974-06-051')
  })

  test.each([2001, 50_000, 1_000_000])('may be %i characters long', (length) => {
    for (const value of ['- '.repeat(length / 2) + 'a', 'ab '.repeat(length / 3) + 'c', 'abc '.repeat(length / 4)]) {
      const literals = literalsOf([value, 'Ada'])
      const trimmed = value.trim()
      expect(literals?.(`x ${trimmed}, ${trimmed} ada`, () => '#')).toBe('x #, # #')
      const almost = `${trimmed}d, d${trimmed}, ${trimmed.slice(0, -1)}`
      expect(literals?.(almost, () => '#')).toBe(almost)
    }
  })

  test('may have any letters', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', minLength: 3, maxLength: 8 }), { maxLength: 3 }), (values) => {
        const literals = literalsOf(values)
        const [first = ''] = values
        if (literals !== null && /^[a-z-]{3,}$/i.test(first)) expect(literals(first, () => '')).toBe('')
      }),
    )
  })
})
