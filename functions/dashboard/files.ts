import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { HttpResponse } from '../../shared/http/responses';

/** The files that lib/bundling/dashboard.ts puts next to the code, each with the extension `.br`. */
const folder = join(__dirname, 'app');

/** Allows only files from this origin. Forbids inline code, files from third parties, and frames on other origins. */
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
  // Only requests to this origin, such as posted forms, send a referrer.
  'Referrer-Policy': 'same-origin',
};

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** For files whose names contain a hash of their content. */
const immutableCaching = 'public, max-age=31536000, immutable';

const compressedFile = (name: string): string => join(folder, `${name}.br`);

/** Finds a file by its path in the build. */
export function findBuiltFile(name: string, takesBrotli: boolean): HttpResponse | undefined {
  // The names of built files contain only these characters. Other characters could select a file outside the folder.
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

/** Returns the response for a page. The page is not cached, because it refers to the files of one build. */
export const dashboardPage = (path: string): HttpResponse => ({
  statusCode: 200,
  headers: {
    ...commonHeaders,
    'Content-Type': contentTypes['.html'] ?? '',
  },
  body: readPageTemplate().replace('<base href="./"', `<base href="${relativeRoot(path)}"`),
});

const readPageTemplate = (): string =>
  brotliDecompressSync(readFileSync(compressedFile('index.html'))).toString();

/**
 * Returns the relative path from a page to `/app/`. The path is relative, because the browser's address may contain a
 * prefix before `/app/` that the request does not contain, such as a stage or the path of a custom domain.
 */
function relativeRoot(path: string): string {
  const relativePath = path.slice(path.indexOf('/app/') + '/app/'.length);
  return '../'.repeat(relativePath.split('/').length - 1) || './';
}
