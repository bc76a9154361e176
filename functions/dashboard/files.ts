import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { HttpResponse } from '../../shared/http/responses';

/** What lib/bundling/dashboard.ts puts beside the code: every file by its name and `.br`. */
const folder = join(__dirname, 'app');

/** Nothing but what is served here: no inline code, no third party, no frame around it. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'self'",
  "frame-ancestors 'none'",
].join('; ');

const commonHeaders = {
  'Content-Security-Policy': contentSecurityPolicy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // Nothing to anybody else; a form that a page posts here says where it comes from.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Their names change with what is in them. */
const immutableCaching = 'public, max-age=31536000, immutable';

const compressedFile = (name: string): string => join(folder, `${name}.br`);

/** A file by its path in the build, undefined where there is none. */
export function findBuiltFile(name: string, takesBrotli: boolean): HttpResponse | undefined {
  // Built names are plain. Whatever has dots or signs in it leads elsewhere.
  if (!/^(assets\/)?[\w-]+(\.[\w-]+)+$/.test(name) || name === 'index.html') return undefined;
  if (!existsSync(compressedFile(name))) return undefined;
  const compressed = readFileSync(compressedFile(name));
  return {
    statusCode: 200,
    headers: {
      ...commonHeaders,
      'Content-Type': contentTypes[extname(name)] ?? 'application/octet-stream',
      'Cache-Control': name.startsWith('assets/') ? immutableCaching : 'no-cache',
      Vary: 'Accept-Encoding',
      ...(takesBrotli && { 'Content-Encoding': 'br' }),
    },
    body: takesBrotli ? compressed : brotliDecompressSync(compressed),
  };
}

/** It names the files of one build, so nobody keeps it. */
export const dashboardPage = (path: string): HttpResponse => ({
  statusCode: 200,
  headers: {
    ...commonHeaders,
    'Content-Type': contentTypes['.html'] ?? '',
    'Cache-Control': 'no-store',
  },
  body: readPageTemplate().replace('<base href="./"', `<base href="${relativeRoot(path)}"`),
});

const readPageTemplate = (): string =>
  brotliDecompressSync(readFileSync(compressedFile('index.html'))).toString();

/**
 * From a page to `/app/`. What stands before it is not ours to know: a stage, or the path of a custom domain, is in
 * the browser's address and not in the request.
 */
function relativeRoot(path: string): string {
  const relativePath = path.slice(path.indexOf('/app/') + '/app/'.length);
  return '../'.repeat(relativePath.split('/').length - 1) || './';
}
