import { randomUUID } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../clock/clock';
import { DurableMap } from '../../machine/durable-map';
import type { BucketSpec } from '../../template/deployment';
import { AwsError } from '../stand-in';
import { crc32Base64, etagOf } from './payload';
import type { ByteRange } from './range';

const dayMs = 86_400_000;

export interface StoredObject {
  bucket: string;
  key: string;
  /**
   * Name of the file with the bytes. Each version of an object has its own file, so a reader never gets a mix of two
   * versions.
   */
  file: string;
  size: number;
  /** With quotes, as on the wire. */
  etag: string;
  crc32: string;
  modifiedAt: number;
  headers: Record<string, string>;
}

export interface PutInput {
  bucket: string;
  key: string;
  body: Buffer;
  headers: Record<string, string>;
  /** Set for a multipart upload. Otherwise, the store computes the ETag from the bytes. */
  etag?: string;
  ifAbsent?: boolean;
  ifMatches?: string | undefined;
}

/** Stores the bytes of objects in files and all metadata in a journal. An object exists once the journal lists it. */
export class ObjectStore {
  private readonly objects: DurableMap<StoredObject>;
  private readonly filesDir: string;
  private readonly buckets: Map<string, BucketSpec>;

  constructor(
    private readonly clock: Clock,
    dataDir: string,
    buckets: BucketSpec[],
  ) {
    this.buckets = new Map(buckets.map((bucket) => [bucket.name, bucket]));
    this.filesDir = join(dataDir, 'objects');
    mkdirSync(this.filesDir, { recursive: true });
    this.objects = new DurableMap(join(dataDir, 'objects.jsonl'));
    this.removeOrphans();
  }

  put({ bucket, key, body, headers, etag = etagOf(body), ifAbsent, ifMatches }: PutInput): StoredObject {
    const previous = this.find(bucket, key);
    if (ifAbsent && previous) throw preconditionFailed();
    if (ifMatches !== undefined && ifMatches !== previous?.etag) throw preconditionFailed();

    const object = {
      bucket,
      key,
      headers,
      etag,
      size: body.length,
      crc32: crc32Base64(body),
      file: randomUUID(),
      modifiedAt: this.clock.now(),
    };
    this.writeFile(object.file, body);
    this.objects.set(indexKey(bucket, key), object);
    if (previous) this.removeFile(previous.file);
    return object;
  }

  find(bucket: string, key: string): StoredObject | undefined {
    this.refuseUnknownBucket(bucket);
    const object = this.objects.get(indexKey(bucket, key));
    if (!object || !this.isExpired(object)) return object;
    this.removeObject(object);
    return undefined;
  }

  read(object: StoredObject, range: ByteRange = { start: 0, end: object.size - 1 }): Buffer {
    const body = Buffer.alloc(range.end - range.start + 1);
    const file = openSync(this.pathOf(object.file), 'r');
    try {
      readSync(file, body, 0, body.length, range.start);
    } finally {
      closeSync(file);
    }
    return body;
  }

  remove(bucket: string, key: string): void {
    const object = this.find(bucket, key);
    if (object) this.removeObject(object);
  }

  /** All unexpired objects of the bucket, sorted by the bytes of the key. */
  list(bucket: string): StoredObject[] {
    this.refuseUnknownBucket(bucket);
    const objectsOfBucket = this.objects.values().filter((object) => object.bucket === bucket);
    for (const object of objectsOfBucket) if (this.isExpired(object)) this.removeObject(object);
    const currentObjects = objectsOfBucket.filter((object) => !this.isExpired(object));
    return currentObjects.sort((left, right) =>
      Buffer.compare(Buffer.from(left.key), Buffer.from(right.key)),
    );
  }

  close(): void {
    this.objects.close();
  }

  private isExpired(object: StoredObject): boolean {
    const rules = this.buckets.get(object.bucket)?.expirations ?? [];
    const days = rules.filter((rule) => object.key.startsWith(rule.prefix)).map((rule) => rule.days);
    if (days.length === 0) return false;

    // S3 rounds the expiration time up to the next midnight UTC.
    const expiresAt = Math.ceil((object.modifiedAt + Math.min(...days) * dayMs) / dayMs) * dayMs;
    return this.clock.now() >= expiresAt;
  }

  private removeObject(object: StoredObject): void {
    this.objects.delete(indexKey(object.bucket, object.key));
    this.removeFile(object.file);
  }

  /** Renames the complete file into place, because the journal may list only complete files. */
  private writeFile(name: string, body: Buffer): void {
    const path = this.pathOf(name);
    writeFileSync(`${path}.new`, body);
    renameSync(`${path}.new`, path);
  }

  private removeFile(name: string): void {
    rmSync(this.pathOf(name), { force: true });
  }

  private pathOf(file: string): string {
    return join(this.filesDir, file);
  }

  /** Removes the files of puts that were interrupted before the journal listed them. */
  private removeOrphans(): void {
    const known = new Set(this.objects.values().map((object) => object.file));
    for (const file of readdirSync(this.filesDir)) if (!known.has(file)) this.removeFile(file);
  }

  private refuseUnknownBucket(bucket: string): void {
    if (this.buckets.has(bucket)) return;
    throw new AwsError('NoSuchBucket', 'The specified bucket does not exist', 404);
  }
}

function indexKey(bucket: string, key: string): string {
  return `${bucket}/${key}`;
}

function preconditionFailed(): AwsError {
  return new AwsError(
    'PreconditionFailed',
    'At least one of the pre-conditions you specified did not hold',
    412,
  );
}
