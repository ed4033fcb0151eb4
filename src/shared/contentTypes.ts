const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.txt': 'text/plain; charset=utf-8',
}

/** The content type of a file of the built page, by its extension (".js"). Unknown ones are plain bytes. */
export function contentTypeOf(extension: string): string {
  return types[extension.toLowerCase()] ?? 'application/octet-stream'
}
