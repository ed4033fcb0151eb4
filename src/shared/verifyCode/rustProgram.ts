import { rustLiteral } from './literals.ts'
import { indented, type Lines, programText, snakeCase } from './programText.ts'
import { secretFault } from './secretRule.ts'
import { argumentNames, checksBodyHash, type MessageChunk, type VerifyPlan } from './verifyPlan.ts'

/** A Rust program. The standard library has no HMAC: a comment names the crates, as Cargo.toml takes them. */
export function rustProgram(given: VerifyPlan, bodyFile: string): string {
  const undated = given.age?.written === 'date'
  const plan: VerifyPlan = undated ? { ...given, age: null } : given
  const { age } = plan
  const types: Record<string, string> = { body: '&[u8]', now: 'f64' }
  const parameters = argumentNames(plan).map((name) => `${snakeCase(name)}: ${types[name] ?? '&str'}`)
  return programText(
    `// Verifies one delivery. Signature scheme: ${plan.title}.`,
    '// Cargo.toml:',
    '// [dependencies]',
    crates(plan).map((crate) => `// ${crate}`),
    uses(plan).map((name) => `use ${name};`),
    '',
    '// body: the bytes as they came: axum::body::Bytes or actix_web::web::Bytes as the argument of the handler, and not',
    '// Json<T>: serde_json::to_vec writes other bytes than the sender signed.',
    age === null ? null : '// A server accepts "valid" alone, and gives its clock in Unix seconds as now.',
    undated ? '// Its timestamp is a date: to check how old it is takes a crate such as `time`.' : null,
    `fn verify(${parameters.join(', ')}) -> ${age === null ? 'bool' : 'String'} {`,
    indented('    ', check(plan)),
    '}',
    '',
    'fn main() -> Result<ExitCode, Box<dyn Error>> {',
    indented(
      '    ',
      `let body = fs::read(env::args().nth(1).unwrap_or_else(|| ${rustLiteral(bodyFile)}.to_string()))?;`,
      'let secret = env::var("WEBHOOK_SECRET").unwrap_or_default();',
      plan.inputs.map(({ name, value, source }) => `let ${snakeCase(name)} = ${rustLiteral(value)}; // ${source}`),
      answer(plan),
    ),
    '}',
  )
}

function crates(plan: VerifyPlan): string[] {
  const { scheme, usesForm, timestampIn, age } = plan
  const names = ['data-encoding = "2"', 'hmac = "0.12"', 'subtle = "2"']
  if (usesForm) names.push('form_urlencoded = "1"')
  if (timestampIn?.from === 'body' && (timestampIn.signed || age !== null)) names.push('serde_json = "1"')
  if (scheme.algorithm === 'sha1') names.push('sha1 = "0.10"')
  if (scheme.algorithm !== 'sha1' || checksBodyHash(plan)) names.push('sha2 = "0.10"')
  return names.toSorted()
}

function uses(plan: VerifyPlan): string[] {
  const { scheme, usesForm, age } = plan
  const [crate, hash] = hashes[scheme.algorithm]
  const encodings = new Set<string>([encoders[scheme.encoding]])
  if (scheme.key.decode === 'hex') encodings.add('HEXLOWER_PERMISSIVE')
  if (scheme.key.decode === 'base64') encodings.add('BASE64_NOPAD')
  if (checksBodyHash(plan)) encodings.add('HEXLOWER')
  const names = [
    `data_encoding::${group([...encodings])}`,
    'hmac::{Hmac, Mac}',
    'std::error::Error',
    'std::process::ExitCode',
    'std::{env, fs}',
    'subtle::ConstantTimeEq',
  ]
  if (crate === 'sha2') names.push(`sha2::${group(checksBodyHash(plan) ? ['Digest', hash] : [hash])}`)
  else names.push('sha1::Sha1', ...(checksBodyHash(plan) ? ['sha2::{Digest, Sha256}'] : []))
  if (usesForm) names.push('std::collections::BTreeSet')
  if (age !== null) names.push('std::time::{SystemTime, UNIX_EPOCH}')
  return names.toSorted()
}

function group(names: string[]): string {
  return names.length === 1 ? names.join('') : `{${names.toSorted().join(', ')}}`
}

const hashes = {
  sha1: ['sha1', 'Sha1'],
  sha256: ['sha2', 'Sha256'],
  sha384: ['sha2', 'Sha384'],
  sha512: ['sha2', 'Sha512'],
} as const
const encoders = { hex: 'HEXLOWER', base64: 'BASE64', base64url: 'BASE64URL_NOPAD' } as const

function answer(plan: VerifyPlan): Lines {
  const values = argumentNames(plan).map((name) =>
    name === 'body' || name === 'secret' ? `&${name}` : snakeCase(name),
  )
  const call = `verify(${values.join(', ')})`
  return [
    plan.age === null
      ? `let verdict = if ${call} { "valid" } else { "not valid" };`
      : [
          '// A recorded delivery is old by now, which is no fault: a second argument gives the time to check it at.',
          'let now: f64 = match env::args().nth(2) {',
          '    Some(text) => text.parse()?,',
          '    None => SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs_f64(),',
          '};',
          `let verdict = ${call};`,
        ],
    'println!("{verdict}");',
    'Ok(ExitCode::from(if verdict == "not valid" { 1 } else { 0 }))',
  ]
}

function check(plan: VerifyPlan): Lines {
  const { scheme, separator, prefix, age, timestampIn } = plan
  const no = age === null ? 'false' : '"not valid".to_string()'
  const same = (text: string) => `bool::from(${text}.as_bytes().ct_eq(expected.as_bytes()))`
  const right = [
    checksBodyHash(plan) ? 'body_hash == HEXLOWER.encode(&Sha256::digest(body))' : [],
    separator === null ? same('signature') : `entries.iter().any(|entry| ${same('entry')})`,
  ]
    .flat()
    .join(' && ')
  const digest = `${encoders[scheme.encoding]}.encode(&mac.finalize().into_bytes())`
  return [
    separator === null ? null : entries(plan),
    timestampIn === null || !timestampIn.signed ? null : timestamp(timestampIn),
    plan.usesForm ? form : null,
    keyLines(plan, no),
    `let mut mac = Hmac::<${hashes[scheme.algorithm][1]}>::new_from_slice(${keyName(plan)}).expect("a key of any length");`,
    plan.message.map(update),
    `let expected = ${prefix === '' ? '' : `${rustLiteral(prefix)}.to_string() + &`}${digest};`,
    '// ct_eq takes the same time for any difference; == does not.',
    age === null
      ? right
      : [
          checksBodyHash(plan) ? `if !(${right}) {` : `if !${right} {`,
          `    return ${no};`,
          '}',
          timestampIn === null || timestampIn.signed ? null : timestamp(timestampIn),
          'let signed_at = match timestamp.parse::<f64>() {',
          '    Ok(number) if number.is_finite() => number,',
          `    _ => return ${no},`,
          '};',
          `let age = (now - signed_at${age.unit === 'ms' ? ' / 1000.0' : ''}).round();`,
          `if age.abs() > ${age.toleranceSeconds}_f64 {`,
          '    return format!("valid, but {age} s old");',
          '}',
          '"valid".to_string()',
        ],
  ]
}

function entries({ separator, scheme }: VerifyPlan): string {
  const trim = scheme.form.kind === 'pairs' ? '.map(str::trim)' : ''
  return `let entries: Vec<&str> = signature.split('${separator}')${trim}.collect();`
}

function timestamp({ from, name }: NonNullable<VerifyPlan['timestampIn']>): Lines {
  if (from === 'body') {
    return [
      'let fields: serde_json::Value = serde_json::from_slice(body).unwrap_or_default();',
      `let field = fields[${rustLiteral(name)}].to_string();`,
      "let timestamp = field.trim_matches('\"');",
    ]
  }
  const start = rustLiteral(`${name}=`)
  return [`let timestamp = entries.iter().find_map(|entry| entry.strip_prefix(${start})).unwrap_or_default();`]
}

const form: Lines = [
  '// Names and values of the form, decoded, sorted, without doubles, all glued together.',
  'let fields: BTreeSet<_> = form_urlencoded::parse(body).collect();',
  'let form: String = fields.iter().map(|(name, value)| format!("{name}{value}")).collect();',
]

function keyText({ scheme: { key } }: VerifyPlan): string {
  return key.prefix === '' ? 'secret' : `secret.strip_prefix(${rustLiteral(key.prefix)}).unwrap_or(secret)`
}

function keyName({ scheme: { key } }: VerifyPlan): string {
  return key.decode !== 'utf8' ? '&key' : key.prefix === '' ? 'secret.as_bytes()' : 'key.as_bytes()'
}

function keyLines(plan: VerifyPlan, no: string): Lines {
  const { decode, prefix } = plan.scheme.key
  const refusal = [`eprintln!("${secretFault[decode]}");`, `return ${no};`]
  const text = keyText(plan)
  if (decode === 'utf8') {
    return [
      prefix === '' ? null : `let key = ${text};`,
      `if ${prefix === '' ? 'secret' : 'key'}.is_empty() {`,
      indented('    ', refusal),
      '}',
    ]
  }
  return [
    decode === 'hex'
      ? `let key = match HEXLOWER_PERMISSIVE.decode(${text}.as_bytes()) {`
      : `let key = match BASE64_NOPAD.decode(${text}.trim_end_matches('=').as_bytes()) {`,
    '    Ok(key) if !key.is_empty() => key,',
    '    _ => {',
    indented('        ', refusal),
    '    }',
    '};',
  ]
}

function update(chunk: MessageChunk): Lines {
  if (chunk === 'body') return ['mac.update(body);']
  return chunk.map((part) => {
    return `mac.update(${'place' in part ? snakeCase(part.place) : rustLiteral(part.text)}.as_bytes());`
  })
}
