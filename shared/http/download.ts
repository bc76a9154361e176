import type { Context } from 'aws-lambda';
import type { HttpResponse } from './responses';
import type { HttpEvent } from './request';

/** A file that a client downloads. */
interface DownloadedFile {
  content: Uint8Array;
  /** The type that the sender of the file declared, or null if unknown. */
  contentType: string | null;
  filename: string;
}

/** The response of a handler that returns a file instead of JSON. */
export interface Download {
  file: HttpResponse;
}

/** Responds with the unchanged bytes as an attachment, so that no browser renders them as a page of this service. */
export const download = ({ content, contentType, filename }: DownloadedFile): Download => ({
  file: {
    statusCode: 200,
    headers: {
      'Content-Type': contentType ?? defaultContentType,
      'Content-Disposition': `attachment; filename="${asciiFilename(filename)}"; filename*=UTF-8''${encodedFilename(filename)}`,
    },
    body: content,
  },
});

export const defaultContentType = 'application/octet-stream';

const asciiFilename = (name: string): string => name.replace(/[^\x20-\x7e]|["\\]/gu, '_');

/**
 * Percent-encodes all characters except the attr-chars of RFC 8187. Replaces unpaired surrogates, which cannot be
 * encoded.
 */
const encodedFilename = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

type Handler = (event: HttpEvent, context: Context) => Promise<HttpResponse>;

/** Streams the response of a handler, because Lambda limits buffered responses to 6 MB. */
export const streamResponse = (handler: Handler) =>
  awslambda.streamifyResponse(async (event: HttpEvent, stream, context) => {
    const { body, ...head } = await handler(event, context);
    const response = awslambda.HttpResponseStream.from(stream, head);
    response.write(body);
    response.end();
  });
