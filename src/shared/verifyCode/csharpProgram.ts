import { csharpLiteral } from './literals.ts'
import { numberPattern } from './numberPattern.ts'
import { indented, type Lines, programText } from './programText.ts'
import { decodable, secretFault } from './secretRule.ts'
import { argumentNames, checksBodyHash, type MessageChunk, type VerifyPlan } from './verifyPlan.ts'

/** A C# program for .NET 6 and later; of newer syntax it needs nothing. */
export function csharpProgram(plan: VerifyPlan, bodyFile: string): string {
  const types: Record<string, string> = { body: 'byte[]', now: 'double' }
  const parameters = argumentNames(plan).map((name) => `${types[name] ?? 'string'} ${name}`)
  return programText(
    `// Verifies one delivery. Signature scheme: ${plan.title}.`,
    usings(plan).map((name) => `using ${name};`),
    '',
    'static class Program',
    '{',
    indented(
      '    ',
      '// body: the bytes as they came. In ASP.NET Core call Request.EnableBuffering() and copy Request.Body into a',
      '// MemoryStream: an argument that is [FromBody] has been parsed, and to write it again gives other bytes.',
      plan.age === null ? null : '// A server accepts "valid" alone, and gives its clock in Unix seconds as now.',
      `static ${plan.age === null ? 'bool' : 'string'} Verify(${parameters.join(', ')})`,
      '{',
      indented('    ', check(plan)),
      '}',
      '',
      'static int Main(string[] args)',
      '{',
      indented(
        '    ',
        `var body = File.ReadAllBytes(args.Length > 0 ? args[0] : ${csharpLiteral(bodyFile)});`,
        'var secret = Environment.GetEnvironmentVariable("WEBHOOK_SECRET") ?? "";',
        plan.inputs.map(({ name, value, source }) => `var ${name} = ${csharpLiteral(value)}; // ${source}`),
        answer(plan),
      ),
      '}',
    ),
    '}',
  )
}

function usings({ usesForm, separator, message, timestampIn, age, scheme }: VerifyPlan): string[] {
  const names = ['System', 'System.IO', 'System.Security.Cryptography', 'System.Text']
  if (usesForm) names.push('System.Collections.Generic', 'System.Net')
  if (usesForm || separator !== null || message.length > 1 || scheme.key.decode === 'hex') names.push('System.Linq')
  if (timestampIn?.from === 'body' || scheme.key.decode !== 'utf8') names.push('System.Text.RegularExpressions')
  if (age !== null) names.push('System.Globalization')
  return names.toSorted()
}

function answer(plan: VerifyPlan): Lines {
  const call = `Verify(${argumentNames(plan).join(', ')})`
  return [
    plan.age === null
      ? `var verdict = ${call} ? "valid" : "not valid";`
      : [
          '// A recorded delivery is old by now, which is no fault: a second argument gives the time to check it at.',
          'var now = args.Length > 1',
          '    ? double.Parse(args[1], CultureInfo.InvariantCulture)',
          '    : DateTimeOffset.UtcNow.ToUnixTimeMilliseconds() / 1000.0;',
          `var verdict = ${call};`,
        ],
    'Console.WriteLine(verdict);',
    'return verdict == "not valid" ? 1 : 0;',
  ]
}

function check(plan: VerifyPlan): Lines {
  const { scheme, separator, prefix, age, timestampIn } = plan
  const same = (text: string) => `CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(${text}), expected)`
  const hash = checksBodyHash(plan) ? 'bodyHash == hash && ' : ''
  const right: Lines =
    separator === null
      ? [`var right = ${hash}${same('signature')};`]
      : [`var right = ${hash}entries.Any(entry =>`, `    ${same('entry')});`]
  return [
    separator === null ? null : entries(plan),
    timestampIn === null || !timestampIn.signed ? null : timestamp(timestampIn),
    plan.usesForm ? form : null,
    checksBodyHash(plan)
      ? ['string hash;', `using (var sha256 = SHA256.Create()) hash = ${hexOf('sha256.ComputeHash(body)')};`]
      : null,
    keyLines(plan),
    'byte[] expected;',
    `using (var hmac = new HMAC${scheme.algorithm.toUpperCase()}(key))`,
    '{',
    `    var digest = hmac.ComputeHash(${messageExpression(plan.message)});`,
    `    expected = Encoding.UTF8.GetBytes(${prefix === '' ? '' : `${csharpLiteral(prefix)} + `}${encoded(plan)});`,
    '}',
    '// FixedTimeEquals takes the same time for any difference; == does not.',
    right,
    age === null
      ? 'return right;'
      : [
          'if (!right) return "not valid";',
          timestampIn === null || timestampIn.signed ? null : timestamp(timestampIn),
          signedAt(age),
          `var age = Math.Round(now - ${age.written === 'date' ? 'signedAt.ToUnixTimeMilliseconds() / 1000.0' : age.unit === 'ms' ? 'signedAt / 1000' : 'signedAt'});`,
          `return Math.Abs(age) > ${age.toleranceSeconds} ? "valid, but " + age + " s old" : "valid";`,
        ],
  ]
}

function entries({ separator, scheme }: VerifyPlan): string {
  const trim = scheme.form.kind === 'pairs' ? '.Select(entry => entry.Trim()).ToArray()' : ''
  return `var entries = signature.Split('${separator}')${trim};`
}

function timestamp({ from, name }: NonNullable<VerifyPlan['timestampIn']>): Lines {
  const start = `${name}=`
  return from === 'pair'
    ? [
        `var pair = entries.FirstOrDefault(entry => entry.StartsWith(${csharpLiteral(start)}, StringComparison.Ordinal));`,
        `var timestamp = pair == null ? "" : pair.Substring(${start.length});`,
      ]
    : [
        '// Or with System.Text.Json: JsonDocument.Parse(body).RootElement.GetProperty(...).',
        `var timestamp = Regex.Match(Encoding.UTF8.GetString(body), ${csharpLiteral(numberPattern(name))}).Groups[1].Value;`,
      ]
}

function signedAt({ written }: NonNullable<VerifyPlan['age']>): Lines {
  return written === 'date'
    ? [
        'DateTimeOffset signedAt;',
        'if (!DateTimeOffset.TryParse(timestamp, CultureInfo.InvariantCulture, DateTimeStyles.None, out signedAt))',
        '    return "not valid";',
      ]
    : [
        'double signedAt;',
        'if (!double.TryParse(timestamp, NumberStyles.Float, CultureInfo.InvariantCulture, out signedAt) || double.IsNaN(signedAt))',
        '    return "not valid";',
      ]
}

const form: Lines = [
  '// Names and values of the form, decoded, sorted, without doubles, all glued together.',
  'var fields = new SortedSet<string>(StringComparer.Ordinal);',
  "foreach (var field in Encoding.UTF8.GetString(body).Split('&'))",
  '{',
  "    var parts = field.Split(new[] { '=' }, 2).Select(WebUtility.UrlDecode).ToArray();",
  '    fields.Add(parts[0] + "\\0" + (parts.Length > 1 ? parts[1] : ""));',
  '}',
  "var form = string.Concat(fields.Select(field => field.Remove(field.IndexOf('\\0'), 1)));",
]

function keyLines({ scheme: { key }, age }: VerifyPlan): Lines {
  const prefix = csharpLiteral(key.prefix)
  const text = key.prefix === '' ? 'secret' : 'text'
  return [
    key.prefix === ''
      ? null
      : `var text = secret.StartsWith(${prefix}, StringComparison.Ordinal) ? secret.Substring(${key.prefix.length}) : secret;`,
    key.decode === 'utf8' ? `if (${text} == "")` : `if (!Regex.IsMatch(${text}, @"\\A${decodable[key.decode]}\\z"))`,
    '{',
    `    Console.Error.WriteLine("${secretFault[key.decode]}");`,
    `    return ${age === null ? 'false' : '"not valid"'};`,
    '}',
    keyBytes(key.decode, text),
  ]
}

function keyBytes(decode: VerifyPlan['scheme']['key']['decode'], text: string): Lines {
  switch (decode) {
    case 'utf8':
      return [`var key = Encoding.UTF8.GetBytes(${text});`]
    case 'hex':
      return [
        '// Convert.FromHexString(...) where it is there (.NET 5 and later).',
        `var key = Enumerable.Range(0, ${text}.Length / 2).Select(i => Convert.ToByte(${text}.Substring(2 * i, 2), 16)).ToArray();`,
      ]
    case 'base64':
      return [
        `var letters = ${text}.TrimEnd('=');`,
        "var key = Convert.FromBase64String(letters.PadRight((letters.Length + 3) / 4 * 4, '='));",
      ]
  }
}

function messageExpression(message: readonly MessageChunk[]): string {
  const [first = 'new byte[0]', ...rest] = message.map((chunk) => {
    if (chunk === 'body') return 'body'
    const text = chunk.map((part) => ('place' in part ? part.place : csharpLiteral(part.text)))
    return `Encoding.UTF8.GetBytes(${text.join(' + ')})`
  })
  return rest.length === 0 ? first : `${first}${rest.map((chunk) => `.Concat(${chunk})`).join('')}.ToArray()`
}

function encoded({ scheme }: VerifyPlan): string {
  switch (scheme.encoding) {
    case 'hex':
      return hexOf('digest')
    case 'base64':
      return 'Convert.ToBase64String(digest)'
    case 'base64url':
      return "Convert.ToBase64String(digest).TrimEnd('=').Replace('+', '-').Replace('/', '_')"
  }
}

function hexOf(bytes: string): string {
  return `BitConverter.ToString(${bytes}).Replace("-", "").ToLowerInvariant()`
}
