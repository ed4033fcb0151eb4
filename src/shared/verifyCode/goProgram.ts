import { goLiteral } from './literals.ts'
import { indented, type Lines, programText } from './programText.ts'
import { secretFault } from './secretRule.ts'
import { checksBodyHash, type MessageChunk, type VerifyPlan, argumentNames } from './verifyPlan.ts'

/** A Go program. */
export function goProgram(plan: VerifyPlan, bodyFile: string): string {
  const names = plan.inputs.map(({ name }) => name)
  const now = plan.age === null ? '' : ', now float64'
  return programText(
    `// Verifies one delivery. Signature scheme: ${plan.title}.`,
    'package main',
    '',
    'import (',
    indented(
      '\t',
      imports(plan).map((name) => `"${name}"`),
    ),
    ')',
    '',
    '// body: the bytes as they came, from io.ReadAll(r.Body), before json.NewDecoder(r.Body) consumes them. For a handler',
    '// further on put them back: r.Body = io.NopCloser(bytes.NewReader(body)). json.Marshal writes other bytes.',
    plan.age === null ? null : '// A server accepts "valid" alone, and gives its clock in Unix seconds as now.',
    `func verify(body []byte, ${[...names, 'secret'].join(', ')} string${now}) ${plan.age === null ? 'bool' : 'string'} {`,
    indented('\t', check(plan)),
    '}',
    '',
    'func main() {',
    indented(
      '\t',
      `bodyFile := ${goLiteral(bodyFile)}`,
      'if len(os.Args) > 1 {',
      '\tbodyFile = os.Args[1]',
      '}',
      'body, err := os.ReadFile(bodyFile)',
      'if err != nil {',
      '\tlog.Fatal(err)',
      '}',
      'secret := os.Getenv("WEBHOOK_SECRET")',
      plan.inputs.map(({ name, value, source }) => [`// ${source}`, `${name} := ${goLiteral(value)}`]),
      answer(plan),
    ),
    '}',
  )
}

function imports(plan: VerifyPlan): string[] {
  const { scheme, age, timestampIn, separator } = plan
  const hash = { sha1: 'sha1', sha256: 'sha256', sha384: 'sha512', sha512: 'sha512' }[scheme.algorithm]
  const names = new Set(['crypto/hmac', `crypto/${hash}`, 'fmt', 'log', 'os'])
  names.add(scheme.encoding === 'hex' ? 'encoding/hex' : 'encoding/base64')
  if (scheme.key.decode !== 'utf8') names.add(`encoding/${scheme.key.decode}`)
  if (scheme.key.decode === 'base64' || scheme.key.prefix !== '' || separator !== null) names.add('strings')
  if (checksBodyHash(plan)) names.add('crypto/sha256').add('encoding/hex')
  if (plan.usesForm) names.add('net/url').add('sort').add('strings')
  if (timestampIn?.from === 'body') names.add('encoding/json').add('strings')
  if (age !== null) names.add('math').add('strconv').add('time')
  if (age?.written === 'date') names.delete('strconv')
  return [...names].toSorted()
}

function answer(plan: VerifyPlan): Lines {
  const call = `verify(${argumentNames(plan).join(', ')})`
  return [
    plan.age === null
      ? ['verdict := "not valid"', `if ${call} {`, '\tverdict = "valid"', '}']
      : [
          '// A recorded delivery is old by now, which is no fault: a second argument gives the time to check it at.',
          'now := float64(time.Now().Unix())',
          'if len(os.Args) > 2 {',
          '\tfmt.Sscan(os.Args[2], &now)',
          '}',
          `verdict := ${call}`,
        ],
    'fmt.Println(verdict)',
    'if verdict == "not valid" {',
    '\tos.Exit(1)',
    '}',
  ]
}

function check(plan: VerifyPlan): Lines {
  const { scheme, separator, prefix, age, timestampIn } = plan
  const no = age === null ? 'return false' : 'return "not valid"'
  const expected = `${prefix === '' ? '' : `${goLiteral(prefix)} + `}${encoded(plan)}`
  return [
    separator === null ? null : `entries := strings.Split(signature, "${separator}")`,
    timestampIn === null || !timestampIn.signed ? null : timestamp(timestampIn, no),
    plan.usesForm ? form : null,
    checksBodyHash(plan)
      ? ['hash := sha256.Sum256(body)', 'if bodyHash != hex.EncodeToString(hash[:]) {', `\t${no}`, '}']
      : null,
    keyLines(plan, no),
    `mac := hmac.New(${newHash[scheme.algorithm]}, ${scheme.key.decode === 'utf8' && scheme.key.prefix === '' ? '[]byte(secret)' : 'key'})`,
    plan.message.map(write),
    `expected := ${expected}`,
    '// hmac.Equal takes the same time for any difference; == does not.',
    result(plan, no),
  ]
}

function result({ separator, scheme, age, timestampIn }: VerifyPlan, no: string): Lines {
  const entry = scheme.form.kind === 'pairs' ? 'strings.TrimSpace(entry)' : 'entry'
  if (separator === null && age === null) return ['return hmac.Equal([]byte(signature), []byte(expected))']
  return [
    separator === null
      ? 'right := hmac.Equal([]byte(signature), []byte(expected))'
      : [
          'right := false',
          'for _, entry := range entries {',
          `\tright = right || hmac.Equal([]byte(${entry}), []byte(expected))`,
          '}',
        ],
    age === null
      ? 'return right'
      : [
          'if !right {',
          `\t${no}`,
          '}',
          timestampIn === null || timestampIn.signed ? null : timestamp(timestampIn, no),
          signedAt(age),
          age.written === 'date' ? 'if err != nil {' : 'if err != nil || math.IsNaN(signedAt) {',
          `\t${no}`,
          '}',
          `age := math.Round(now - ${age.written === 'date' ? 'float64(signedAt.Unix())' : age.unit === 'ms' ? 'signedAt/1000' : 'signedAt'})`,
          `if math.Abs(age) > ${age.toleranceSeconds} {`,
          '\treturn fmt.Sprintf("valid, but %.0f s old", age)',
          '}',
          'return "valid"',
        ],
  ]
}

function timestamp({ from, name }: NonNullable<VerifyPlan['timestampIn']>, no: string): Lines {
  if (from === 'body') {
    return [
      'var fields map[string]json.RawMessage',
      'if json.Unmarshal(body, &fields) != nil {',
      `\t${no}`,
      '}',
      `timestamp := strings.Trim(string(fields[${goLiteral(name)}]), "\\"")`,
    ]
  }
  const start = goLiteral(`${name}=`)
  return [
    'timestamp := ""',
    'for _, entry := range entries {',
    `\tif text := strings.TrimSpace(entry); timestamp == "" && strings.HasPrefix(text, ${start}) {`,
    `\t\ttimestamp = strings.TrimPrefix(text, ${start})`,
    '\t}',
    '}',
  ]
}

function signedAt({ written }: NonNullable<VerifyPlan['age']>): string {
  return written === 'date'
    ? 'signedAt, err := time.Parse(time.RFC3339, timestamp)'
    : 'signedAt, err := strconv.ParseFloat(timestamp, 64)'
}

const form: Lines = [
  '// Names and values of the form, decoded, sorted, without doubles, all glued together.',
  'values, _ := url.ParseQuery(string(body))',
  'fields := []string{}',
  'seen := map[string]bool{}',
  'for name := range values {',
  '\tfor _, value := range values[name] {',
  '\t\tif field := name + "\\x00" + value; !seen[field] {',
  '\t\t\tseen[field] = true',
  '\t\t\tfields = append(fields, field)',
  '\t\t}',
  '\t}',
  '}',
  'sort.Strings(fields)',
  'form := ""',
  'for _, field := range fields {',
  '\tform += strings.Replace(field, "\\x00", "", 1)',
  '}',
]

const newHash = { sha1: 'sha1.New', sha256: 'sha256.New', sha384: 'sha512.New384', sha512: 'sha512.New' }

function keyText({ scheme: { key } }: VerifyPlan): string {
  return key.prefix === '' ? 'secret' : `strings.TrimPrefix(secret, ${goLiteral(key.prefix)})`
}

function keyLines(plan: VerifyPlan, no: string): Lines {
  const { decode, prefix } = plan.scheme.key
  const text = keyText(plan)
  const bytes = {
    utf8: prefix === '' ? null : `key := []byte(${text})`,
    hex: `key, err := hex.DecodeString(${text})`,
    base64: `key, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(${text}, "="))`,
  }
  return [
    bytes[decode],
    decode === 'utf8' ? `if len(${prefix === '' ? 'secret' : 'key'}) == 0 {` : 'if err != nil || len(key) == 0 {',
    `\tlog.Print("${secretFault[decode]}")`,
    `\t${no}`,
    '}',
  ]
}

function write(chunk: MessageChunk): string {
  if (chunk === 'body') return 'mac.Write(body)'
  const text = chunk.map((part) => ('place' in part ? part.place : goLiteral(part.text)))
  return `mac.Write([]byte(${text.join(' + ')}))`
}

function encoded({ scheme }: VerifyPlan): string {
  switch (scheme.encoding) {
    case 'hex':
      return 'hex.EncodeToString(mac.Sum(nil))'
    case 'base64':
      return 'base64.StdEncoding.EncodeToString(mac.Sum(nil))'
    case 'base64url':
      return 'base64.RawURLEncoding.EncodeToString(mac.Sum(nil))'
  }
}
