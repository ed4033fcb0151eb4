import { type Family, type Signing, messageOf } from './families.ts'
import type { Mistake } from './mistake.ts'

function template(name: string, parts: (right: Signing, sender: Family) => (string | Buffer)[] | null): Mistake {
  return {
    name: `message: ${name}`,
    causes: ['message-template'],
    change: (right, sender) => {
      const made = parts(right, sender)
      const message = made === null ? null : Buffer.concat(made.map((part) => Buffer.from(part as string)))
      return message === null || message.equals(messageOf(sender, right)) ? null : { message }
    },
  }
}

function time(name: string, change: (timestamp: string) => string | null): Mistake {
  return {
    name: `timestamp: ${name}`,
    causes: ['message-timestamp'],
    change: (right, sender) => {
      const made = sender.signsTimestamp ? change(right.timestamp) : null
      if (made === null || made === right.timestamp) return null
      // Where nothing is between the two, an empty timestamp leaves the body alone, which is another mistake.
      return messageOf(sender, { ...right, timestamp: made }).equals(right.body) ? null : { timestamp: made }
    },
  }
}

function url(name: string, change: (url: string) => string): Mistake {
  return {
    name: `URL: ${name}`,
    causes: ['message-url'],
    change: (right, sender) => {
      const made = change(right.url)
      return sender.signsUrl && made !== right.url ? { url: made } : null
    },
  }
}

const whenSignsMore = (sender: Family) => sender.signsTimestamp || sender.signsUrl
const at = (timestamp: string) =>
  /^\d+$/.test(timestamp) ? Number(timestamp) * (timestamp.length > 11 ? 1 : 1000) : Date.parse(timestamp)

export const messageMistakes: readonly Mistake[] = [
  template('the body only', ({ body }, sender) => (whenSignsMore(sender) && sender.signsBody ? [body] : null)),
  template('timestamp and body with a dot', ({ body, timestamp }, sender) =>
    sender.signsTimestamp ? [timestamp, '.', body] : null,
  ),
  template('timestamp and body with a colon', ({ body, timestamp }, sender) =>
    sender.signsTimestamp ? [timestamp, ':', body] : null,
  ),
  template('timestamp and body without anything', ({ body, timestamp }, sender) =>
    sender.signsTimestamp ? [timestamp, body] : null,
  ),
  template('timestamp and body on two lines', ({ body, timestamp }, sender) =>
    sender.signsTimestamp ? [timestamp, '\n', body] : null,
  ),
  template('body and timestamp', ({ body, timestamp }, sender) => (sender.signsTimestamp ? [body, timestamp] : null)),
  template('body and timestamp with a dot', ({ body, timestamp }, sender) =>
    sender.signsTimestamp ? [body, '.', timestamp] : null,
  ),
  template('v1 in place of v0', ({ body, timestamp }, sender) =>
    sender.id === 'slack' ? [`v1:${timestamp}:`, body] : null,
  ),
  template('without the id', ({ body, timestamp }, sender) =>
    sender.scheme.idHeader === null ? null : [`${timestamp}.`, body],
  ),
  template('timestamp before id', ({ body, timestamp, id }, sender) =>
    sender.scheme.idHeader === null ? null : [`${timestamp}.${id}.`, body],
  ),
  template('id and body', ({ body, id }, sender) => (sender.scheme.idHeader === null ? null : [`${id}.`, body])),
  template('body before URL', ({ body, url: place }, sender) =>
    sender.signsUrl && sender.signsBody ? [body, place] : null,
  ),
  template('URL before body', ({ body, url: place }, sender) =>
    sender.signsUrl && sender.signsBody ? [place, body] : null,
  ),
  time('milliseconds in place of seconds', (text) => (/^\d{10}$/.test(text) ? `${text}000` : null)),
  time('seconds in place of milliseconds', (text) => (/^\d{13}$/.test(text) ? text.slice(0, 10) : null)),
  time('seconds with a fraction', (text) =>
    /^\d{13}$/.test(text) ? String(Number(text) / 1000) : /^\d{10}$/.test(text) ? `${text}.0` : null,
  ),
  time('ISO in place of a number', (text) => (/^\d+$/.test(text) ? new Date(at(text)).toISOString() : null)),
  time('ISO without milliseconds', (text) =>
    /^\d{10}$/.test(text) ? new Date(at(text)).toISOString().replace('.000', '') : null,
  ),
  time('seconds in place of ISO', (text) => (/^\d+$/.test(text) ? null : String(at(text) / 1000))),
  time('milliseconds in place of ISO', (text) => (/^\d+$/.test(text) ? null : String(at(text)))),
  time('ISO written again', (text) => (/^\d+$/.test(text) ? null : new Date(at(text)).toISOString())),
  time('not there', () => 'undefined'),
  time('None', () => 'None'),
  time('empty', () => ''),
  url('http', (text) => text.replace('https:', 'http:')),
  url('a slash at the end of its path', (text) => text.replace('/in?', '/in/?')),
  url('without its query', (text) => text.replace(/\?.*$/, '')),
  url('only its path', (text) => text.replace(/^https:\/\/[^/]+/, '')),
  url('only its path without query', (text) => text.replace(/^https:\/\/[^/]+/, '').replace(/\?.*$/, '')),
  {
    ...url('with its standard port', (text) => text.replace('.example/', '.example:443/')),
    // Its own library takes that.
    rightAtSender: ({ scheme }) => scheme.looseUrl === true,
  },
  url('with port 8443', (text) => text.replace('.example/', '.example:8443/')),
  url('www. before its host', (text) => text.replace('https://', 'https://www.')),
  url('an upper-case host', (text) => text.replace('shop.example', 'Shop.Example')),
  url('a host all in upper case', (text) => text.replace('shop.example', 'SHOP.EXAMPLE')),
  url('localhost behind a proxy', (text) => text.replace('https://shop.example', 'http://localhost:3000')),
  url('localhost:8080', (text) => text.replace('https://shop.example', 'http://localhost:8080')),
  url('127.0.0.1', (text) => text.replace('https://shop.example', 'http://127.0.0.1:8000')),
  url('the internal host of X-Forwarded-Server', (text) =>
    text.replace('https://shop.example', 'http://app-7.internal:8080'),
  ),
  url('its query decoded', (text) => text.replaceAll('%20', ' ')),
  url('a space as +', (text) => text.replaceAll('%20', '+')),
  url('its query encoded once more', (text) => text.replaceAll('%20', '%2520')),
  url('a ? at its end', (text) => `${text.replace(/\?.*$/, '')}?`),
  {
    name: 'form: not decoded',
    causes: ['message-template'],
    change: ({ body, url: place }, sender) =>
      sender.id === 'twilio' ? { message: Buffer.concat([Buffer.from(place), body]) } : null,
    on: 'form',
  },
  {
    name: 'form: the URL only',
    // A form that was read before gives no more than the URL, so both say the same.
    causes: ['message-template', 'body-consumed'],
    change: ({ url: place }, sender) => (sender.id === 'twilio' ? { message: Buffer.from(place) } : null),
    on: 'form',
  },
  {
    name: 'form: not sorted',
    causes: ['message-template'],
    change: ({ body, url: place }, sender) =>
      sender.id === 'twilio'
        ? {
            message: Buffer.from(
              place + [...new URLSearchParams(body.toString())].map((pair) => pair.join('')).join(''),
            ),
          }
        : null,
    on: 'form',
  },
]
