/** Bodies with something of everything that programs treat differently. */
const notification = {
  id: 'b3b3318e-fb35-49f6-a115-416f4e76c26c',
  eventType: 'payment.updated',
  createdAtUtc: '2022-03-28T11:14:11.3704800+00:00',
  object: { amount: 1250, currency: 'EUR', paid: true, note: null, tags: ['new', 'b2b'], extra: {} },
  count: 3,
}

/** As JSON.stringify writes it: ASCII only. */
export const plain = JSON.stringify(notification)

/** Over several lines, with numbers that parsers rewrite. */
export const pretty = `{
  "id": "b3b3318e-fb35-49f6-a115-416f4e76c26c",
  "amount": 12.50,
  "rate": 1.0,
  "data": {
    "x": 1,
    "list": [
      1,
      2
    ]
  },
  "url": "https://shop.example/a/b",
  "none": null
}`

/** On one line, with letters, signs and slashes that writers escape. */
export const wide =
  '{"name":"Zo\u00eb M\u00fcller","price":"12 \u20ac \u2013 \u201cnet\u201d","city":"\u6771\u4eac","mood":"\u{1f600}","link":"https://shop.example/a/b","html":"<b>Tom & \'Jerry\'</b>","plus":"+1 \\"x\\""}'

/** European letters only: every one of them is in Windows-1252, and some are not in Latin-1. */
export const european = '{"name":"Zo\u00eb","price":"12 \u20ac \u2013 \u201cnet\u201d"}'

export const form = 'payload=%7B%22a%22%3A%22b+c%22%2C%22url%22%3A%22x%2Fy%22%7D&channel=%23ops&text=caf%C3%A9'

/** JSON of some 200 kB: it comes in several chunks. */
export const long = JSON.stringify({
  items: Array.from({ length: 3_000 }, (_, index) => ({
    index,
    name: `item ${index}`,
    url: `https://a.example/${index}`,
  })),
})

export const bodies = { plain, pretty, wide, european, form, long } as const

export type BodyName = keyof typeof bodies
