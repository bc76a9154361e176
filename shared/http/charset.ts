import { ApiError } from '../core/errors';
import type { Middleware } from './step';

/**
 * Responds with 415 to a body that is compressed or not in UTF-8, because the service would read such a body as garbled
 * text.
 */
export function requireUtf8(): Middleware {
  return {
    before: ({ event: { header } }) => {
      const encoding = header('content-encoding')?.trim().toLowerCase();
      if (encoding && encoding !== 'identity')
        throw unsupportedCharsetError(`Content-Encoding ${encoding}`, 'Send the body uncompressed');
      const charset = charsetOf(header('content-type') ?? '');
      if (charset && !['utf-8', 'utf8', 'us-ascii'].includes(charset))
        throw unsupportedCharsetError(`charset ${charset}`, 'Send UTF-8');
    },
  };
}

const charsetOf = (contentType: string): string | undefined =>
  /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1]?.toLowerCase();

const unsupportedCharsetError = (feature: string, advice: string) =>
  new ApiError('invalid_request', `Unsupported ${feature}. ${advice}.`, { status: 415 });
