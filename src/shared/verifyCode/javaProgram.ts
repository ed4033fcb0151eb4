import { javaLiteral } from './literals.ts'
import { numberPattern } from './numberPattern.ts'
import { indented, type Lines, programText } from './programText.ts'
import { decodable, secretFault } from './secretRule.ts'
import { argumentNames, checksBodyHash, type MessageChunk, type VerifyPlan } from './verifyPlan.ts'

/** A Java 17 program in one file. */
export function javaProgram(plan: VerifyPlan, bodyFile: string): string {
  const types: Record<string, string> = { body: 'byte[]', now: 'double' }
  const parameters = argumentNames(plan).map((name) => `${types[name] ?? 'String'} ${name}`)
  return programText(
    `// Verifies one delivery. Signature scheme: ${plan.title}.`,
    imports(plan).map((name) => `import ${name};`),
    '',
    'public class Verify {',
    indented(
      '    ',
      '// body: the bytes as they came: @RequestBody byte[] in Spring, request.getInputStream().readAllBytes() in a servlet',
      '// (before getParameter, which consumes them). An object that is written as JSON again has other bytes.',
      plan.age === null ? null : '// A server accepts "valid" alone, and gives its clock in Unix seconds as now.',
      `static ${plan.age === null ? 'boolean' : 'String'} verify(${parameters.join(', ')})`,
      '        throws GeneralSecurityException {',
      indented('    ', check(plan)),
      '}',
      '',
      'public static void main(String[] args) throws Exception {',
      indented(
        '    ',
        `byte[] body = Files.readAllBytes(Path.of(args.length > 0 ? args[0] : ${javaLiteral(bodyFile)}));`,
        'String secret = System.getenv().getOrDefault("WEBHOOK_SECRET", "");',
        plan.inputs.map(({ name, value, source }) => `String ${name} = ${javaLiteral(value)}; // ${source}`),
        answer(plan),
      ),
      '}',
    ),
    '}',
  )
}

function imports(plan: VerifyPlan): string[] {
  const { scheme, separator, timestampIn, age } = plan
  const names = new Set([
    'java.nio.charset.StandardCharsets',
    'java.nio.file.Files',
    'java.nio.file.Path',
    'java.security.GeneralSecurityException',
    'java.security.MessageDigest',
    'javax.crypto.Mac',
    'javax.crypto.spec.SecretKeySpec',
  ])
  if (scheme.encoding === 'hex' || scheme.key.decode === 'hex' || checksBodyHash(plan)) names.add('java.util.HexFormat')
  if (scheme.encoding !== 'hex' || scheme.key.decode === 'base64') names.add('java.util.Base64')
  if (separator !== null) names.add('java.util.stream.Stream')
  if (plan.usesForm) names.add('java.net.URLDecoder').add('java.util.TreeSet')
  if (timestampIn?.from === 'body') names.add('java.util.regex.Pattern')
  if (age?.written === 'date') names.add('java.time.OffsetDateTime').add('java.time.format.DateTimeParseException')
  return [...names].toSorted()
}

function answer(plan: VerifyPlan): Lines {
  const call = `verify(${argumentNames(plan).join(', ')})`
  return [
    plan.age === null
      ? `String verdict = ${call} ? "valid" : "not valid";`
      : [
          '// A recorded delivery is old by now, which is no fault: a second argument gives the time to check it at.',
          'double now = args.length > 1 ? Double.parseDouble(args[1]) : System.currentTimeMillis() / 1000.0;',
          `String verdict = ${call};`,
        ],
    'System.out.println(verdict);',
    'System.exit(verdict.equals("not valid") ? 1 : 0);',
  ]
}

function check(plan: VerifyPlan): Lines {
  const { scheme, separator, prefix, age, timestampIn } = plan
  const algorithm = `"Hmac${scheme.algorithm.toUpperCase()}"`
  const same = (text: string) => `MessageDigest.isEqual(${text}.getBytes(StandardCharsets.UTF_8), expected)`
  const hash = checksBodyHash(plan) ? 'bodyHash.equals(hash) && ' : ''
  const right: Lines =
    separator === null
      ? [`boolean right = ${hash}${same('signature')};`]
      : [`boolean right = ${hash}Stream.of(entries).anyMatch(entry ->`, `        ${same('entry')});`]
  return [
    separator === null ? null : entries(plan),
    timestampIn === null || !timestampIn.signed ? null : timestamp(timestampIn),
    plan.usesForm ? form : null,
    checksBodyHash(plan)
      ? 'String hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));'
      : null,
    keyLines(plan),
    `Mac mac = Mac.getInstance(${algorithm});`,
    `mac.init(new SecretKeySpec(key, ${algorithm}));`,
    plan.message.map(update),
    'byte[] digest = mac.doFinal();',
    `byte[] expected = ${prefix === '' ? encoded(plan) : `(${javaLiteral(prefix)} + ${encoded(plan)})`}.getBytes(StandardCharsets.UTF_8);`,
    '// MessageDigest.isEqual takes the same time for any difference; equals does not.',
    right,
    age === null
      ? 'return right;'
      : [
          'if (!right) return "not valid";',
          timestampIn === null || timestampIn.signed ? null : timestamp(timestampIn),
          signedAt(age),
          'long age = Math.round(now - signedAt);',
          `return Math.abs(age) > ${age.toleranceSeconds} ? "valid, but " + age + " s old" : "valid";`,
        ],
  ]
}

function entries({ separator, scheme }: VerifyPlan): string {
  const split = `signature.split("${separator}")`
  return scheme.form.kind === 'pairs'
    ? `String[] entries = Stream.of(${split}).map(String::strip).toArray(String[]::new);`
    : `String[] entries = ${split};`
}

function timestamp({ from, name }: NonNullable<VerifyPlan['timestampIn']>): Lines {
  if (from === 'body') {
    return [
      `var number = Pattern.compile(${javaLiteral(numberPattern(name))})`,
      '        .matcher(new String(body, StandardCharsets.UTF_8));',
      'String timestamp = number.find() ? number.group(1) : "";',
    ]
  }
  const start = `${name}=`
  return [
    `String timestamp = Stream.of(entries).filter(entry -> entry.startsWith(${javaLiteral(start)}))`,
    `        .findFirst().map(entry -> entry.substring(${start.length})).orElse("");`,
  ]
}

function signedAt({ unit, written }: NonNullable<VerifyPlan['age']>): Lines {
  return written === 'date'
    ? [
        'double signedAt;',
        'try {',
        '    signedAt = OffsetDateTime.parse(timestamp).toEpochSecond();',
        '} catch (DateTimeParseException e) {',
        '    return "not valid";',
        '}',
      ]
    : [
        'if (!timestamp.matches("[0-9]+([.][0-9]+)?")) return "not valid";',
        `double signedAt = Double.parseDouble(timestamp)${unit === 'ms' ? ' / 1000' : ''};`,
      ]
}

const form: Lines = [
  '// Names and values of the form, decoded, sorted, without doubles, all glued together.',
  'var fields = new TreeSet<String>();',
  'for (String field : new String(body, StandardCharsets.UTF_8).split("&")) {',
  '    String[] pair = field.split("=", 2);',
  '    String value = pair.length > 1 ? URLDecoder.decode(pair[1], StandardCharsets.UTF_8) : "";',
  '    fields.add(URLDecoder.decode(pair[0], StandardCharsets.UTF_8) + "\\0" + value);',
  '}',
  'String form = "";',
  'for (String field : fields) form += field.replaceFirst("\\0", "");',
]

function keyLines({ scheme: { key }, age }: VerifyPlan): Lines {
  const prefix = javaLiteral(key.prefix)
  const text = key.prefix === '' ? 'secret' : 'text'
  const bytes = {
    utf8: `${text}.getBytes(StandardCharsets.UTF_8)`,
    hex: `HexFormat.of().parseHex(${text})`,
    base64: `Base64.getDecoder().decode(${text}.replace("=", ""))`,
  }
  return [
    key.prefix === ''
      ? null
      : `String text = secret.startsWith(${prefix}) ? secret.substring(${key.prefix.length}) : secret;`,
    key.decode === 'utf8' ? `if (${text}.isEmpty()) {` : `if (!${text}.matches("${decodable[key.decode]}")) {`,
    `    System.err.println("${secretFault[key.decode]}");`,
    `    return ${age === null ? 'false' : '"not valid"'};`,
    '}',
    `byte[] key = ${bytes[key.decode]};`,
  ]
}

function update(chunk: MessageChunk): string {
  if (chunk === 'body') return 'mac.update(body);'
  const text = chunk.map((part) => ('place' in part ? part.place : javaLiteral(part.text)))
  const sum = text.length === 1 ? text[0] : `(${text.join(' + ')})`
  return `mac.update(${sum}.getBytes(StandardCharsets.UTF_8));`
}

function encoded({ scheme }: VerifyPlan): string {
  switch (scheme.encoding) {
    case 'hex':
      return 'HexFormat.of().formatHex(digest)'
    case 'base64':
      return 'Base64.getEncoder().encodeToString(digest)'
    case 'base64url':
      return 'Base64.getUrlEncoder().withoutPadding().encodeToString(digest)'
  }
}
