import { ConnectionError } from './errors.ts';
import type { Attachment } from './schemas.ts';

/** An attachment of a received email. Its sender chose name and type: save the file, do not display it. */
export interface Download {
  /** The name in the email; null if it has none. */
  filename: string | null;
  contentType: string;
  /** In bytes; null if it is unknown. */
  size: number | null;
  /** The content. It can be read once, from here or with `bytes()`. */
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

/** RFC 6266: the UTF-8 name takes precedence. */
function parseFilename(disposition: string): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  const quoted = /filename="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1];
  return quoted?.replace(/\\(.)/g, '$1') ?? null;
}

/** Creates a file for `attachments` of a send. By default, its type is `application/octet-stream`. */
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
