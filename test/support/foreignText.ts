import { readTemplate } from '../../src/engine/responses/decide/template.ts'
import { matchesPath } from '../../src/engine/responses/decide/decideAnswer.ts'
import { tokenClaims } from '../../src/engine/service/tokenClaims.ts'
import { printedBytes } from '../../src/engine/signature/explain/digest/readDigest.ts'
import { readPublicKeys } from '../../src/engine/signature/keys/readPublicKeys.ts'
import { localhostRunAddress, pinggyAddress } from '../../src/engine/tunnel/providers/sshPresets.ts'
import { maskAlone, maskText } from '../../src/renderer/features/send/presentation/maskText.ts'
import { personalDetectors } from '../../src/shared/codes/redactions.ts'
import {
  addressWithoutCredentials,
  namesCredential,
  namesSignature,
  withoutCredentials,
} from '../../src/shared/credentials.ts'
import { parseDeliveryFilter } from '../../src/shared/filter/deliveryFilter.ts'
import { parseNotification } from '../../src/shared/parseNotification.ts'
import { namesPerson } from '../../src/shared/redaction/fieldNames.ts'
import { redactText, type Search } from '../../src/shared/redaction/redactText.ts'
import { cmdWord } from '../../src/shared/requestText/windowsText.ts'
import { readSchemeFile } from '../../src/shared/schemas/signature/schemeFile.ts'
import { trimEnd } from '../../src/shared/basics/trimEnd.ts'
import { shellLiteral } from '../../src/shared/verifyCode/literals.ts'

const search: Search = {
  rules: { personal: ['field', ...personalDetectors.filter((one) => one !== 'field')], pointers: ['/a/*'] },
  credentials: true,
  literals: null,
  onHit: () => undefined,
}

/** Every function that reads text of senders, apps, services or files of others, on the thread that serves requests or draws. */
export const readersOfText: Readonly<Record<string, (text: string) => unknown>> = {
  'redaction of a text': (text) => redactText(text, false, search),
  'redaction of a form': (text) => redactText(text, true, search),
  'redaction of JSON': (text) => redactText(JSON.stringify({ [text]: text, list: [text] }), false, search),
  'names of credentials': namesCredential,
  'names of signatures': namesSignature,
  'names of personal fields': (text) => namesPerson(text, [text]),
  'credentials in an address': addressWithoutCredentials,
  'credentials in headers': (text) => withoutCredentials([[text, text]]),
  'masks of the presentation': (text) => maskText(text, maskAlone),
  notifications: (text) => parseNotification(Buffer.from(text)),
  filters: (text) => parseDeliveryFilter(text, 0),
  templates: readTemplate,
  'places of templates': (text) => readTemplate(`{{${text}}}`),
  'paths of response rules': (text) => matchesPath('*a*b', text),
  'scheme files': readSchemeFile,
  'printed digests': printedBytes,
  'printed lists of bytes': (text) => printedBytes(`[${text}]`),
  'public keys': readPublicKeys,
  'claims of tokens': tokenClaims,
  'addresses of localhost.run': localhostRunAddress,
  'addresses of pinggy': pinggyAddress,
  'words of cmd.exe': cmdWord,
  'words of a shell': shellLiteral,
  'ends of addresses': (text) => trimEnd(text, '/'),
}
