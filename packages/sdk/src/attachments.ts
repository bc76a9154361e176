import { ConnectionError } from './errors.ts';
import type { Attachment } from './schemas.ts';

/** A file of a received mail. What it claims to be is a stranger's word: save it, do not show it. */
export interface Download {
  /** As the mail names it; null where it does not. */
  filename: string | null;
  contentType: string;
  /** Bytes, where known. */
  size: number | null;
  /** The file as it comes. It can be read once, this way or by `bytes()`. */
  stream: ReadableStream<Uint8Array>;
  bytes(): Promise<Uint8Array>;
}

export function readDownload(response: Response, requestLabel: string): Download {
  const size = response.headers.get('Content-Length');
  return {
    filename: parseFilename(response.headers.get('Content-Disposition') ?? ''),
    contentType: response.headers.get('Content-Type') ?? 'application/octet-stream',
    size: size === null ? null : Number(size),
    stream: response.body ?? new Blob([]).stream(),
    bytes: () =>
      response.arrayBuffer().then(
        (buffer) => new Uint8Array(buffer),
        (error: unknown) => Promise.reject(new ConnectionError(requestLabel, error)),
      ),
  };
}

/** RFC 6266: the one in UTF-8 wins. */
function parseFilename(disposition: string): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  const quoted = /filename="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1];
  return quoted?.replace(/\\(.)/g, '$1') ?? null;
}

/** A file for `attachments` of a send: `application/octet-stream`, unless its type is given. */
export async function attachment(
  filename: string,
  content: Uint8Array | ArrayBuffer | Blob | string,
  contentType?: string,
): Promise<Attachment> {
  const bytes =
    content instanceof Uint8Array ? content : new Uint8Array(await new Blob([content]).arrayBuffer());
  return {
    filename,
    content: encodeBase64(bytes),
    ...(contentType !== undefined && { content_type: contentType }),
  };
}

/** In parts: a function takes so many arguments and no more. */
function encodeBase64(bytes: Uint8Array): string {
  const chunkLength = 0x8000;
  let binary = '';
  for (let start = 0; start < bytes.length; start += chunkLength)
    binary += String.fromCharCode(...bytes.subarray(start, start + chunkLength));
  return btoa(binary);
}
