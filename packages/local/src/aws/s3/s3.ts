import type { Clock } from '../../clock/clock';
import { promiseTry } from '../../machine/promise-try';
import type { BucketSpec } from '../../template/deployment';
import { AwsError, type AwsResponse, type AwsCall, type AwsRequest, type StandIn } from '../stand-in';
import { renderDeleteResult, parseDeleteRequest } from './delete-objects';
import { listObjects } from './list-objects';
import { MultipartUploads, parsePartList } from './multipart-uploads';
import { ObjectStore, type StoredObject } from './object-store';
import { readVerifiedPayload } from './payload';
import { parseByteRange } from './range';
import { readS3Call, storedHeaders } from './request';
import { element, rootElement, xmlDocument } from './xml';

export interface S3Options {
  clock: Clock;
  /** Folder of the objects and their index. */
  dataDir: string;
  buckets: BucketSpec[];
}

type Operation = (call: AwsCall, request: AwsRequest) => AwsResponse;

/** S3 with path-style URLs: operations on objects, and listing. */
export class S3 implements StandIn {
  readonly service = 's3';
  private readonly store: ObjectStore;
  private readonly uploads: MultipartUploads;
  private readonly handlers: Record<string, Operation> = {
    PutObject: (call, request) => this.putObject(call, request),
    GetObject: (call, request) => this.getObject(call, request),
    HeadObject: (call) => this.headObject(call),
    DeleteObject: (call) => this.deleteObject(call),
    DeleteObjects: (call, request) => this.deleteObjects(call, request),
    ListObjectsV2: (call, request) => this.listObjects(call, request),
    HeadBucket: (call) => this.headBucket(call),
    CreateMultipartUpload: (call, request) => this.createUpload(call, request),
    UploadPart: (call, request) => this.uploadPart(call, request),
    CompleteMultipartUpload: (call, request) => this.completeUpload(call, request),
    AbortMultipartUpload: (call, request) => this.abortUpload(call, request),
  };

  constructor(options: S3Options) {
    this.store = new ObjectStore(options.clock, options.dataDir, options.buckets);
    this.uploads = new MultipartUploads(options.dataDir);
  }

  get operations(): string[] {
    return Object.keys(this.handlers);
  }

  read(request: AwsRequest): AwsCall {
    return readS3Call(request);
  }

  run(call: AwsCall, request: AwsRequest): Promise<AwsResponse> {
    return promiseTry(() => {
      const operation = this.handlers[call.operation];
      if (!operation)
        throw new AwsError('UnknownOperation', `The local S3 does not support ${call.operation}`);
      return operation(call, request);
    });
  }

  renderError(error: AwsError, request: AwsRequest): AwsResponse {
    if (request.method === 'HEAD')
      return { status: error.status, headers: { 'x-amz-error-code': error.code } };
    const body = element('Error', [
      element('Code', error.code),
      element('Message', error.message),
      element('Resource', request.path),
    ]);
    return { status: error.status, headers: { 'content-type': 'application/xml' }, body: xmlDocument(body) };
  }

  /** Stores an object for another stand-in, without HTTP. The object is on disk when the method returns. */
  put(bucket: string, key: string, body: Buffer, headers: Record<string, string> = {}): StoredObject {
    return this.store.put({ bucket, key, body, headers });
  }

  /** The object's bytes; undefined if the object does not exist or has expired. */
  get(bucket: string, key: string): Buffer | undefined {
    const object = this.store.find(bucket, key);
    return object && this.store.read(object);
  }

  close(): void {
    this.store.close();
  }

  private putObject(call: AwsCall, request: AwsRequest): AwsResponse {
    const { bucket, key } = readObjectPath(call);
    const object = this.store.put({
      bucket,
      key,
      body: readVerifiedPayload(request),
      headers: storedHeaders(request.headers),
      ifAbsent: request.headers['if-none-match'] === '*',
      ifMatches: request.headers['if-match'],
    });
    return { status: 200, headers: { etag: object.etag, ...checksumHeaders(object) } };
  }

  private getObject(call: AwsCall, request: AwsRequest): AwsResponse {
    const object = this.expectObject(call);
    const range = parseByteRange(request.headers['range'], object.size);
    const body = this.store.read(object, range);
    if (!range) return { status: 200, headers: objectHeaders(object), body };

    const contentRange = `bytes ${range.start}-${range.end}/${object.size}`;
    const headers = { ...objectHeaders(object), 'content-range': contentRange };
    return {
      status: 206,
      headers: { ...withoutChecksum(headers), 'content-length': `${body.length}` },
      body,
    };
  }

  private headObject(call: AwsCall): AwsResponse {
    return { status: 200, headers: objectHeaders(this.expectObject(call)) };
  }

  private deleteObject(call: AwsCall): AwsResponse {
    const { bucket, key } = readObjectPath(call);
    this.store.remove(bucket, key);
    return { status: 204 };
  }

  private deleteObjects(call: AwsCall, request: AwsRequest): AwsResponse {
    const list = parseDeleteRequest(readVerifiedPayload(request).toString('utf8'));
    for (const key of list.keys) this.store.remove(call.target, key);
    return xmlResponse(renderDeleteResult(list));
  }

  private listObjects(call: AwsCall, request: AwsRequest): AwsResponse {
    return xmlResponse(listObjects(call.target, this.store.list(call.target), request.query));
  }

  private headBucket(call: AwsCall): AwsResponse {
    this.store.list(call.target);
    return { status: 200 };
  }

  private createUpload(call: AwsCall, request: AwsRequest): AwsResponse {
    const { bucket, key } = readObjectPath(call);
    this.store.list(bucket);
    const id = this.uploads.create({ bucket, key, headers: storedHeaders(request.headers) });
    return uploadResponse('InitiateMultipartUploadResult', { bucket, key }, element('UploadId', id));
  }

  private uploadPart(call: AwsCall, request: AwsRequest): AwsResponse {
    const number = Number(request.query.get('partNumber'));
    const { etag, crc32 } = this.uploads.putPart(
      readUpload(call, request),
      number,
      readVerifiedPayload(request),
    );
    return { status: 200, headers: { etag, 'x-amz-checksum-crc32': crc32 } };
  }

  private completeUpload(call: AwsCall, request: AwsRequest): AwsResponse {
    const upload = readUpload(call, request);
    const { etag } = this.store.put(
      this.uploads.assemble(upload, parsePartList(request.body.toString('utf8'))),
    );
    this.uploads.remove(upload);
    return uploadResponse('CompleteMultipartUploadResult', upload, element('ETag', etag));
  }

  private abortUpload(call: AwsCall, request: AwsRequest): AwsResponse {
    this.uploads.remove(readUpload(call, request));
    return { status: 204 };
  }

  private expectObject(call: AwsCall): StoredObject {
    const { bucket, key } = readObjectPath(call);
    const object = this.store.find(bucket, key);
    if (!object) throw new AwsError('NoSuchKey', 'The specified key does not exist.', 404);
    return object;
  }
}

const uploadResponse = (
  name: string,
  { bucket, key }: { bucket: string; key: string },
  child: string,
): AwsResponse => xmlResponse(rootElement(name, [element('Bucket', bucket), element('Key', key), child]));

function readObjectPath(call: AwsCall): { bucket: string; key: string } {
  return { bucket: String(call.input['Bucket']), key: String(call.input['Key']) };
}

function readUpload(call: AwsCall, request: AwsRequest): { bucket: string; key: string; id: string } {
  return { ...readObjectPath(call), id: request.query.get('uploadId') ?? '' };
}

function xmlResponse(body: string): AwsResponse {
  return { status: 200, headers: { 'content-type': 'application/xml' }, body: xmlDocument(body) };
}

function objectHeaders(object: StoredObject): Record<string, string> {
  return {
    'accept-ranges': 'bytes',
    'content-type': 'binary/octet-stream',
    ...object.headers,
    ...checksumHeaders(object),
    'content-length': `${object.size}`,
    etag: object.etag,
    'last-modified': new Date(object.modifiedAt).toUTCString(),
  };
}

function checksumHeaders(object: StoredObject): Record<string, string> {
  return { 'x-amz-checksum-crc32': object.crc32, 'x-amz-checksum-type': 'FULL_OBJECT' };
}

/**
 * Removes the checksum of the whole object, because a client would compare it with the bytes of the requested range.
 */
function withoutChecksum(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('x-amz-checksum')));
}
