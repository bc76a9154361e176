import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { AwsError, type AwsRequest } from '../stand-in';

const digests: Record<string, (body: Buffer) => string> = {
  'x-amz-checksum-crc32': crc32Base64,
  'x-amz-checksum-sha1': (body) => createHash('sha1').update(body).digest('base64'),
  'x-amz-checksum-sha256': (body) => createHash('sha256').update(body).digest('base64'),
  'content-md5': (body) => createHash('md5').update(body).digest('base64'),
};

/** The bytes to store, with chunks joined. Throws if a checksum in the request does not match. */
export function readVerifiedPayload(request: AwsRequest): Buffer {
  const { body, trailers } = isChunked(request.headers)
    ? decodeChunks(request.body)
    : unchunked(request.body);
  const length = request.headers['x-amz-decoded-content-length'];
  if (length !== undefined && Number(length) !== body.length) throw incompleteBody();

  refuseWrongChecksums(body, { ...request.headers, ...trailers });
  return body;
}

export function crc32Base64(body: Buffer): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(body));
  return bytes.toString('base64');
}

/** The ETag with quotes, as on the wire. */
export function etagOf(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`;
}

function isChunked(headers: Record<string, string>): boolean {
  return (headers['x-amz-content-sha256'] ?? '').startsWith('STREAMING-');
}

interface Payload {
  body: Buffer;
  trailers: Record<string, string>;
}

function unchunked(body: Buffer): Payload {
  return { body, trailers: {} };
}

/** Each chunk is `size;chunk-signature=…\r\n` data `\r\n`. The trailers follow the chunk of size 0. */
function decodeChunks(encoded: Buffer): Payload {
  const chunks: Buffer[] = [];
  let position = 0;
  for (;;) {
    const lineEnd = encoded.indexOf('\r\n', position);
    const size = parseInt(encoded.toString('latin1', position, Math.max(position, lineEnd)), 16);
    if (lineEnd < 0 || Number.isNaN(size)) throw incompleteBody();

    const start = lineEnd + 2;
    if (size === 0) return { body: Buffer.concat(chunks), trailers: readTrailers(encoded.subarray(start)) };
    if (start + size > encoded.length) throw incompleteBody();
    chunks.push(encoded.subarray(start, start + size));
    position = start + size + 2;
  }
}

function readTrailers(lines: Buffer): Record<string, string> {
  const trailers: Record<string, string> = {};
  for (const line of lines.toString('latin1').split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) trailers[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim();
  }
  return trailers;
}

function refuseWrongChecksums(body: Buffer, headers: Record<string, string>): void {
  for (const [name, digest] of Object.entries(digests)) {
    const expected = headers[name];
    if (expected === undefined || expected === digest(body)) continue;
    throw new AwsError('BadDigest', `The ${name} you specified did not match what we received.`);
  }
}

function incompleteBody(): AwsError {
  return new AwsError('IncompleteBody', 'The request body terminated unexpectedly');
}
