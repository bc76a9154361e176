import type { Context } from 'aws-lambda';
import type { HttpResponse } from './responses';
import type { HttpEvent } from './request';

/** What a client downloads. */
interface DownloadedFile {
  content: Uint8Array;
  /** As declared by who made it; null where that is unknown. */
  contentType: string | null;
  filename: string;
}

/** What a handler answers with instead of JSON. */
export interface Download {
  file: HttpResponse;
}

/** The bytes as they are, to be saved and not shown: no browser may take them for a page of ours. */
export const download = ({ content, contentType, filename }: DownloadedFile): Download => ({
  file: {
    statusCode: 200,
    headers: {
      'Content-Type': contentType ?? defaultContentType,
      'Content-Disposition': `attachment; filename="${asciiFilename(filename)}"; filename*=UTF-8''${encodedFilename(filename)}`,
      'X-Content-Type-Options': 'nosniff',
    },
    body: content,
  },
});

export const defaultContentType = 'application/octet-stream';

const asciiFilename = (name: string): string => name.replace(/[^\x20-\x7e]|["\\]/gu, '_');

/** RFC 8187: percent-encoded but for its attr-chars. Half a surrogate pair cannot be encoded. */
const encodedFilename = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

type Handler = (event: HttpEvent, context: Context) => Promise<HttpResponse>;

/** The same function, streaming its answer: what is more than 6 MB cannot be answered in one piece. */
export const streamResponse = (handler: Handler) =>
  awslambda.streamifyResponse(async (event: HttpEvent, stream, context) => {
    const { body, ...head } = await handler(event, context);
    const response = awslambda.HttpResponseStream.from(stream, head);
    response.write(body);
    response.end();
  });
