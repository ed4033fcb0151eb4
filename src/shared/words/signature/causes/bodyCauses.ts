import type { Cause } from './cause.ts'

const rawBytes =
  'Hash the raw bytes of the request, before any JSON parser: such as express.raw(), request.get_data() in Flask or php://input.'

/**
 * In the wire direction nothing proves who changed it, so both are said with how to tell; in the other it was the user's
 * own code.
 */
function rewritten(wire: string, receiver: string) {
  return {
    wire: `${wire} Either something on the way (a proxy, tunnel or middleware) rewrote the body, or the sender signs another form than it sends. To tell, compare the body in the sender's log, or sent straight to this address, with the bytes here: if they are the same, it is the sender.`,
    receiver: `${receiver} ${rawBytes}`,
  }
}

/** Causes that lie in the body: what was signed is not what is there, byte by byte. */
export const bodyCauses = {
  'body-reserialised': {
    title: 'Parsed, then written as JSON again',
    row: 'Parsed, then re-serialised',
    advice: rewritten(
      'The signed body is this JSON, parsed and written again.',
      'Your code hashed the parsed body, written as JSON again.',
    ),
  },
  'body-python-spacing': {
    title: "Written as Python's json.dumps does",
    row: 'Python-style spacing',
    advice: rewritten(
      "The signed body has other spacing, as between Python's json.dumps and other writers.",
      'Your code hashed the output of json.dumps.',
    ),
  },
  'body-number-rewritten': {
    title: 'A parser rewrote a number',
    row: 'A number rewritten',
    advice: rewritten(
      'A number is written in another way, such as 1.0 as 1, or a large integer.',
      'A parser rewrote a number, such as 1.0 to 1 or a large integer.',
    ),
  },
  'body-formatting': {
    title: 'The JSON was reformatted',
    row: 'Pretty print, CRLF/LF, tabs',
    advice: rewritten(
      'The signed JSON has other spaces and line breaks.',
      'Your code hashed the JSON with other spaces and line breaks.',
    ),
  },
  'body-line-endings': {
    title: 'Only the line endings differ',
    row: 'Pretty print, CRLF/LF, tabs',
    advice: rewritten(
      'The signed body has other line endings (LF or CRLF).',
      'Line endings were changed between LF and CRLF, often by reading the body as text.',
    ),
  },
  'body-newlines-stripped': {
    title: 'The line breaks were stripped',
    row: 'Newlines stripped',
    advice: {
      wire: 'The signed text has other line breaks than what came. curl -d @file strips line breaks: send files with --data-binary @file.',
      receiver: `Line breaks were stripped before hashing. ${rawBytes}`,
    },
  },
  'body-final-newline': {
    title: 'Only the final line break differs',
    row: 'Trailing newline',
    advice: {
      wire: 'Sign exactly the bytes that are sent. A file often ends in a line feed, echo adds one (use printf), and curl -d strips it (use --data-binary).',
      receiver: 'Only the final line break differs: do not trim the body or print it with a line break before hashing.',
    },
  },
  'body-whitespace': {
    title: 'White space at the ends of the body',
    row: 'Trailing newline',
    advice: 'The body was trimmed, or white space was added at an end. Sign and hash exactly the bytes that are sent.',
  },
  'body-bom': {
    title: 'A byte order mark',
    row: 'BOM',
    advice:
      'Remove the byte order mark where the body is made, or hash the bytes as they came: in .NET use new UTF8Encoding(false).',
  },
  'body-escaped-slashes': {
    title: "Escaped slashes, in PHP's way",
    row: 'Escaped slashes (PHP)',
    advice: rewritten(
      "Slashes are escaped in PHP's way in one of the two, the signed and the received body.",
      'Your code hashed the output of json_encode, which escapes slashes.',
    ),
  },
  'body-escaped-unicode': {
    title: 'Unicode was escaped again',
    row: 'Escaped Unicode',
    advice: rewritten(
      'Unicode is escaped in one of the two, the signed and the received body (\\u00e9 and the character itself).',
      'Unicode was escaped or unescaped (\\u00e9 and the character itself).',
    ),
  },
  'body-html-escapes': {
    title: 'Characters that matter in HTML were escaped',
    row: 'HTML-sensitive set',
    advice: rewritten(
      "Characters such as <, > and & are escaped in one version and not in the other, as .NET's and Go's JSON encoders do.",
      "Your code hashed JSON that .NET's or Go's encoder wrote, which escapes characters such as < and &.",
    ),
  },
  'body-key-order': {
    title: 'The keys were reordered',
    row: 'Key order',
    advice: rewritten(
      'The keys were signed in another order, such as that of a database column or a map.',
      'Your code hashed JSON whose keys were reordered, such as by sort_keys, a map or a jsonb column.',
    ),
  },
  'body-duplicate-keys': {
    title: 'Doubled keys were lost',
    row: 'Parsed, then re-serialised',
    advice: rewritten(
      'The signed body has only one of two equal keys, as parsers keep it.',
      'A parser kept only one of two equal keys.',
    ),
  },
  'body-dates': {
    title: 'A date was rewritten',
    row: '.NET dates, dropped nulls, names',
    advice: rewritten('A date is written in another way.', 'Model binding parsed a date field and rewrote it.'),
  },
  'body-nulls-dropped': {
    title: 'Fields with null were dropped',
    row: '.NET dates, dropped nulls, names',
    advice: rewritten(
      'Fields with null are in one of the two, the signed and the received body.',
      'Model binding dropped the fields that are null.',
    ),
  },
  'body-names': {
    title: 'The field names changed their case',
    row: '.NET dates, dropped nulls, names',
    advice: rewritten(
      'The names of the fields are written in another case.',
      'Model binding rewrote the names of the fields between camelCase and PascalCase.',
    ),
  },
  'body-charset': {
    title: 'The body in another character set',
    row: 'Charset',
    advice:
      'Use UTF-8 for body and secret, such as Encoding.UTF8.GetBytes or getBytes(StandardCharsets.UTF_8), and hash bytes rather than text.',
  },
  'body-replacement-characters': {
    title: 'Bytes that are not UTF-8 were replaced',
    row: 'Charset',
    advice:
      'The body went through text: bytes that are not UTF-8 became U+FFFD. Hash the bytes as they came, without toString() or decode().',
  },
  'body-normalised': {
    title: 'Unicode normalisation of the body',
    row: 'Charset',
    advice: 'Letters with accents changed between their two forms (NFC, NFD). Hash the bytes as they came.',
  },
  'body-form': {
    title: 'The form body was decoded or encoded again',
    row: 'Form body',
    advice: 'Hash the form body undecoded, exactly as it came: with payload= at its start and with its + and % signs.',
  },
  'body-base64': {
    title: 'Base64 of the body',
    row: 'Gateway passed base64 of the body',
    advice: {
      wire: 'One of signer and wire has the body in base64 and the other does not. Sign the bytes that are sent.',
      receiver: "Decode the event's body first when isBase64Encoded is true: Buffer.from(event.body, 'base64').",
    },
  },
  'body-json-string': {
    title: 'The body was encoded as JSON twice',
    row: 'Parsed, then re-serialised',
    advice: rewritten(
      'One of the two, the signed and the received body, is a JSON string of the other.',
      'The body was text already when it was written as JSON.',
    ),
  },
  'body-compressed': {
    title: 'Compressed and plain body mixed up',
    row: 'Compressed',
    advice: {
      wire: 'Signer and receiver must hash the same bytes: either before or after compression. Find out which the sender means, and what compresses or decompresses on the way.',
      receiver:
        'Hash the bytes as they came over the wire, before your framework decompresses them (or after it, if the sender signs the plain body).',
    },
  },
  'body-consumed': {
    title: 'The body had been read before it was hashed',
    row: 'Body already consumed',
    advice: {
      wire: 'The sender signs a placeholder instead of the body. Its body had been read or not yet built when it signed.',
      receiver:
        'The body had been read before you hashed it. Verify before other middleware reads it, such as express.json({ verify }) or express.raw(), or Request.EnableBuffering() in ASP.NET.',
    },
  },
  'body-object-text': {
    title: 'The print of an object instead of the body',
    row: 'Body already consumed',
    advice: rewritten(
      'The printed form of an object was signed, which is not what came.',
      'Your code hashed the printed form of an object, such as str(dict).',
    ),
  },
  'body-text-added': {
    title: 'Text was added to the body',
    row: 'Body already consumed',
    advice: {
      wire: 'The sender signs more than the body that it sends.',
      receiver:
        'Start with an empty text or list before you add chunks: a variable without a value becomes the word undefined. Best collect Buffers and join them once.',
    },
  },
  'body-hashed': {
    title: 'A hash of the body was signed',
    row: 'Wrong algorithm',
    advice: {
      wire: 'The sender signs a hash of the body, not the body. Have it sign the bytes that it sends.',
      receiver: 'HMAC hashes the message itself: give it the body, not a hash of the body.',
    },
  },
  'body-part': {
    title: 'Only a part of the body',
    row: 'Only a part of the body',
    advice: rewritten(
      'Only a part of the body was signed.',
      'Your code hashed only a part of the body, such as one field.',
    ),
  },
} as const satisfies Record<string, Cause>
