/** Bodies in which serialisers differ, each with what it is there for. */
export const bodies: readonly { title: string; text: string }[] = [
  {
    title: "the service's notification",
    text: '{"organizationId":"cbbb36e0-f507-40e8-a839-c8982de5c2da","action":"create","id":"b3b3318e-fb35-49f6-a115-416f4e76c26c","resourceId":"9c32c0d8-3e73-4896-8a7a-766c7428ac54","resourceType":"Payment","createdAtUtc":"2022-03-28T11:14:11.3704804+00:00","changes":null}',
  },
  { title: 'letters beyond ASCII', text: '{"name":"Zoë Ångström","city":"東京","mood":"😀","none":"\u0085\ufeff"}' },
  {
    title: 'letters as escapes',
    text: '{"name":"Zo\\u00eb","city":"\\u6771\\u4EAC","mood":"\\ud83d\\ude00","plain":"\\u0041"}',
  },
  {
    title: 'slashes',
    text: '{"url":"https://example.com/a?b=c","escaped":"https:\\/\\/example.com\\/","up":"..\\\\.."}',
  },
  { title: 'signs of HTML', text: `{"html":"<a href='x'>R&D + \\"q\\" = \`1\`</a>"}` },
  {
    title: 'signs of HTML as escapes',
    text: '{"html":"\\u003ca\\u003eR\\u0026D \\u002B \\u0022q\\u0022 \\u0027s\\u0027 \\u0060"}',
  },
  { title: 'numbers with a point', text: '{"amount":1.0,"rate":1.10,"none":0.0,"cents":0.1,"many":3.141592653589793}' },
  { title: 'numbers with an exponent', text: '{"a":1e2,"b":1E+2,"c":1.5e-7,"d":12e20,"e":1e21,"f":1.0e3,"g":2.5E-5}' },
  { title: 'numbers below zero', text: '{"zero":-0,"point":-0.0,"cents":-12.50}' },
  {
    title: 'numbers that no double holds',
    text: '{"id":12345678901234567890,"safe":9007199254740993,"sum":0.12345678901234567890}',
  },
  {
    title: 'large whole numbers',
    text: '{"a":1000000,"b":100000000000000000000,"c":123456789012,"d":1e15,"e":10000000.0}',
  },
  { title: 'white space', text: '{ "a" : [ 1 , 2, { "b" : null } ],\r\n\t"c" : { } , "d":[ ] }\n' },
  { title: 'two spaces and a last line feed', text: '{\n  "a": [\n    1,\n    2\n  ],\n  "b": {}\n}\n' },
  {
    title: 'empty objects, lists and texts',
    text: '{"o":{},"a":[],"s":"","n":null,"l":[[],{},[{}]],"t":true,"f":false}',
  },
  { title: 'an order of keys', text: '{"b":1,"a":2,"10":3,"9":4,"aa":5,"B":6,"é":7,"":8}' },
  { title: 'keys inside of lists', text: '[{"z":1,"y":[{"d":1,"c":2}]},{"b":{"n":1,"m":2}}]' },
  { title: 'controls', text: '{"t":"\\u0000\\u0001\\b\\f\\n\\r\\t\\u001f\\u007f","raw":"\u007f"}' },
  { title: 'line separators', text: '{"lines":"a\u2028b\u2029c","escaped":"\\u2028"}' },
  { title: 'a key twice', text: '{"a":1,"b":2,"a":3}' },
  { title: 'a text alone', text: '"héllo / <b>"' },
  { title: 'a number alone', text: '12.50' },
  {
    title: 'dates',
    text: '{"a":"2022-03-28T11:14:11.3704800+00:00","b":"2022-03-28T11:14:11Z","c":"2022-03-28T11:14:11.1234567Z","d":"2022-03-28"}',
  },
]
