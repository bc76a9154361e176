import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AwsError } from '../stand-in';
import type { PutInput } from './object-store';
import { crc32Base64, etagOf } from './payload';
import { unescapeXml } from './xml';

const NewUpload = z.object({
  bucket: z.string(),
  key: z.string(),
  headers: z.record(z.string(), z.string()),
});
type NewUpload = z.infer<typeof NewUpload>;

interface Upload extends Pick<NewUpload, 'bucket' | 'key'> {
  id: string;
}

interface Part {
  number: number;
  etag: string;
}

const partBytesMin = 5 * 1_048_576;

/** The unfinished uploads: a folder for each upload with a file for each part. */
export class MultipartUploads {
  private readonly dir: string;

  constructor(dataDir: string) {
    this.dir = join(dataDir, 'uploads');
  }

  /** Returns the upload's id. */
  create(upload: NewUpload): string {
    const id = randomUUID();
    mkdirSync(join(this.dir, id), { recursive: true });
    this.write(id, 'upload.json', JSON.stringify(upload));
    return id;
  }

  putPart(upload: Upload, number: number, body: Buffer): { etag: string; crc32: string } {
    this.expectUpload(upload);
    this.write(upload.id, `${number}`, body);
    return { etag: etagOf(body), crc32: crc32Base64(body) };
  }

  /** The object that consists of the listed parts, in order. */
  assemble(upload: Upload, parts: Part[]): PutInput {
    const { bucket, key, headers } = this.expectUpload(upload);
    refuseUnorderedParts(parts);
    const bodies = parts.map((part) => this.readPart(upload, part));
    if (bodies.slice(0, -1).some(({ length }) => length < partBytesMin)) throw partTooSmall();
    return { bucket, key, headers, body: Buffer.concat(bodies), etag: etagOfParts(bodies) };
  }

  remove(upload: Upload): void {
    this.expectUpload(upload);
    rmSync(join(this.dir, upload.id), { recursive: true });
  }

  private expectUpload({ id, bucket, key }: Upload): NewUpload {
    const file = join(this.dir, id, 'upload.json');
    const isId = /^[\w-]+$/.test(id);
    const found =
      isId && existsSync(file) ? NewUpload.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
    if (found?.bucket === bucket && found.key === key) return found;
    throw new AwsError('NoSuchUpload', 'The specified multipart upload does not exist.', 404);
  }

  private readPart({ id }: Upload, { number, etag }: Part): Buffer {
    const file = join(this.dir, id, `${number}`);
    const body = existsSync(file) ? readFileSync(file) : undefined;
    if (!body || etagOf(body) !== etag) throw invalidPart();
    return body;
  }

  /** Renames the complete file into place, so that a part file never has only some of its bytes. */
  private write(id: string, name: string, content: string | Buffer): void {
    const path = join(this.dir, id, name);
    writeFileSync(`${path}.new`, content);
    renameSync(`${path}.new`, path);
  }
}

/** The body of CompleteMultipartUpload. */
export function parsePartList(xml: string): Part[] {
  const parts = [...xml.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)<\/PartNumber>/.exec(part)?.[1]),
    etag: unescapeXml(/<ETag>(.*?)<\/ETag>/s.exec(part)?.[1] ?? ''),
  }));
  if (parts.length > 0) return parts;
  throw new AwsError('MalformedXML', 'The XML you provided was not well-formed');
}

function refuseUnorderedParts(parts: Part[]): void {
  if (parts.every(({ number }, index) => index === 0 || number > (parts[index - 1]?.number ?? 0))) return;
  throw new AwsError('InvalidPartOrder', 'The list of parts was not in ascending order.');
}

/** The ETag of a multipart object: the hash of the hashes of its parts, and the number of parts. */
function etagOfParts(bodies: Buffer[]): string {
  const hashes = bodies.map((body) => createHash('md5').update(body).digest());
  return `"${createHash('md5').update(Buffer.concat(hashes)).digest('hex')}-${bodies.length}"`;
}

function partTooSmall(): AwsError {
  return new AwsError('EntityTooSmall', 'A part other than the last is smaller than 5 MB.');
}

function invalidPart(): AwsError {
  return new AwsError('InvalidPart', 'A part was not found, or its ETag does not match.');
}
