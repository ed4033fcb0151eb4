/**
 * Texts that become script, markup, style or a request wherever they are trusted. Each begins with a mark of its own,
 * by which a test sees that it was shown. `trap` is an address that must never be asked for.
 */
export function payloads(trap: string): { mark: string; text: string }[] {
  const texts = [
    `<script>alert(1)</script>`,
    `"><img src=x onerror=alert(1)>`,
    `'><img src="${trap}/img">`,
    `<svg/onload=alert(1)>`,
    `<svg><script xlink:href="data:text/javascript,alert(1)"></script></svg>`,
    `</title></textarea></style></script><script src="${trap}/s.js"></script>`,
    `<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>`,
    `<details open ontoggle=alert(1)><input autofocus onfocus=alert(1)>`,
    `<meta http-equiv="refresh" content="0;url=${trap}/meta">`,
    `<base href="${trap}/"><a href="x" ping="${trap}/ping">x</a>`,
    `<style>@import url("${trap}/i.css");*{background:url(${trap}/b)}</style>`,
    `red;}*{background:url(${trap}/css)}`,
    `{{constructor.constructor('alert(1)')()}}\${alert(1)}<%= alert(1) %>#{alert(1)}`,
    `__proto__`,
    `\u{202e}gnp.exe\u{202c} pay\u{200b}ment\u{feff}\u{2066}x\u{2069}`,
    `%3Cscript%3Ealert(1)%3C/script%3E&lt;script&gt;alert(1)&lt;/script&gt;`,
    `${'A'.repeat(3000)}<script>alert(1)</script>`,
  ]
  return [
    ...['javascript:alert(1)', 'data:text/html,<script>alert(1)</script>'].map((text, index) => ({
      mark: ['javascript:alert', 'data:text/html'][index] ?? '',
      text,
    })),
    { mark: '[31mansi', text: `\u{1b}[31mansi\u{1b}[0m\u{1b}]8;;${trap}/ansi\u{7}link\u{1b}]8;;\u{7}` },
    ...texts.map((text, index) => ({ mark: `mark${index}-`, text: `mark${index}-${text}` })),
  ]
}
