import { ConnectionError } from './errors.ts';
import type { Attachment } from './schemas.ts';

/** An attachment of a received email. The sender chose its name and type, so save the file and do not display it. */
export interface Download {
  /** The file name in the email, or null if the attachment has no name. */
  filename: string | null;
  contentType: string;
  /** The size in bytes, or null if unknown. */
  size: number | null;
  /** The content, which can be read only once, from this stream or with `bytes()`. */
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

/** Prefers the UTF-8 name (RFC 6266). */
function parseFilename(disposition: string): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  const quoted = /filename="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1];
  return quoted?.replace(/\\(.)/g, '$1') ?? null;
}

/** Creates an entry for the field `attachments` of a send. The default type is `application/octet-stream`. */
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

/** Encodes in chunks, because the number of arguments of a function is limited. */
function encodeBase64(bytes: Uint8Array): string {
  const chunkLength = 0x8000;
  let binary = '';
  for (let start = 0; start < bytes.length; start += chunkLength)
    binary += String.fromCharCode(...bytes.subarray(start, start + chunkLength));
  return btoa(binary);
}
