import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  type CompletedPart,
} from '@aws-sdk/client-s3';
import { S3 } from '../../packages/local/src/aws/s3/s3';
import { Clock } from '../../packages/local/src/clock/clock';
import { makeTempDir } from '../support/run/run-dir';
import { startFauxqs } from './support/fauxqs-engine';
import { serveMailStandIn } from './support/serve-mail-stand-in';

process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

const bucket = 'mail';
const dayMs = 86_400_000;

interface Engine {
  client: S3Client;
  close: () => Promise<void>;
}

const engines: Record<string, (dataDir: string) => Promise<Engine>> = {
  ours: async (dataDir) => {
    const { client, close } = await startOurs(dataDir, new Clock());
    return { client, close };
  },
  fauxqs: async () => {
    const { endpoint, stop } = await startFauxqs({ queues: [], buckets: [bucket] });
    return { client: clientOf(endpoint), close: stop };
  },
};

async function startOurs(dataDir: string, clock: Clock) {
  const s3 = new S3({
    clock,
    dataDir,
    buckets: [{ name: bucket, arn: `arn:aws:s3:::${bucket}`, expirations: [{ prefix: 'parked/', days: 2 }] }],
  });
  const server = await serveMailStandIn(s3);
  const client = clientOf(server.endpoint);
  const close = async () => {
    client.destroy();
    await server.close();
    s3.close();
    clock.stop();
  };
  return { s3, client, close, endpoint: server.endpoint };
}

function clientOf(endpoint: string): S3Client {
  return new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: { accessKeyId: 'TESTS', secretAccessKey: 'secret' },
  });
}

let dataDir: string;
beforeEach(() => {
  dataDir = makeTempDir();
});

describe.each(Object.entries(engines))('S3 on %s', (_name, startEngine) => {
  let engine: Engine;
  beforeEach(async () => {
    engine = await startEngine(dataDir);
  });
  afterEach(() => engine.close());

  const put = (key: string, body: string | Buffer) =>
    engine.client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: Buffer.from(body) }));

  test('returns the stored bytes, type and metadata', async () => {
    const body = Buffer.from([0, 255, 13, 10, 128]);
    const putResult = await engine.client.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: 'a/ö + &.bin',
        Body: body,
        ContentType: 'image/png',
        Metadata: { owner: 'w1' },
      }),
    );

    const response = await engine.client.send(new GetObjectCommand({ Bucket: bucket, Key: 'a/ö + &.bin' }));

    expect(Buffer.from((await response.Body?.transformToByteArray()) ?? [])).toEqual(body);
    expect(response).toMatchObject({
      ContentType: 'image/png',
      ContentLength: 5,
      ETag: putResult.ETag,
      Metadata: { owner: 'w1' },
    });
  });

  test('a second put replaces the object', async () => {
    await put('twice', 'first');
    await put('twice', 'second');

    const response = await engine.client.send(new GetObjectCommand({ Bucket: bucket, Key: 'twice' }));

    expect(await response.Body?.transformToString()).toBe('second');
  });

  test('a range returns only its bytes', async () => {
    await put('ranged', '0123456789');

    const response = await engine.client.send(
      new GetObjectCommand({ Bucket: bucket, Key: 'ranged', Range: 'bytes=2-4' }),
    );

    expect(await response.Body?.transformToString()).toBe('234');
    expect(response).toMatchObject({ ContentRange: 'bytes 2-4/10', ContentLength: 3 });
  });

  test('head returns size and ETag without the bytes', async () => {
    const putResult = await put('head', 'hello');

    const response = await engine.client.send(new HeadObjectCommand({ Bucket: bucket, Key: 'head' }));

    expect(response).toMatchObject({ ContentLength: 5, ETag: putResult.ETag });
  });

  test('a deleted object cannot be read, and deleting the object again causes no error', async () => {
    await put('gone', 'x');
    await engine.client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'gone' }));
    await engine.client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'gone' }));

    const get = engine.client.send(new GetObjectCommand({ Bucket: bucket, Key: 'gone' }));

    await expect(get).rejects.toMatchObject({ name: 'NoSuchKey', $metadata: { httpStatusCode: 404 } });
    const head = engine.client.send(new HeadObjectCommand({ Bucket: bucket, Key: 'gone' }));
    await expect(head).rejects.toMatchObject({ name: 'NotFound' });
  });

  test('a list is in key order and filtered by prefix', async () => {
    for (const key of ['p/c', 'p/a', 'q/x', 'p/b']) await put(key, 'x');

    const page = await engine.client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: 'p/' }));

    expect(page.Contents?.map(({ Key, Size }) => [Key, Size])).toEqual([
      ['p/a', 1],
      ['p/b', 1],
      ['p/c', 1],
    ]);
    expect(page).toMatchObject({ IsTruncated: false, KeyCount: 3 });
  });

  test('a delimiter folds keys into common prefixes', async () => {
    for (const key of ['a/1', 'a/2', 'b/1', 'top']) await put(key, 'x');

    const page = await engine.client.send(new ListObjectsV2Command({ Bucket: bucket, Delimiter: '/' }));

    expect(page.CommonPrefixes?.map(({ Prefix }) => Prefix)).toEqual(['a/', 'b/']);
    expect(page.Contents?.map(({ Key }) => Key)).toEqual(['top']);
  });

  describe('a multipart upload', () => {
    const beginUpload = async (key: string) => {
      const create = new CreateMultipartUploadCommand({
        Bucket: bucket,
        Key: key,
        ContentType: 'text/plain',
        ChecksumAlgorithm: 'CRC32',
      });
      return { Bucket: bucket, Key: key, UploadId: (await engine.client.send(create)).UploadId };
    };
    type Upload = Awaited<ReturnType<typeof beginUpload>>;

    const uploadPart = async (upload: Upload, PartNumber: number, Body: Buffer): Promise<CompletedPart> => {
      const { ETag, ChecksumCRC32 } = await engine.client.send(
        new UploadPartCommand({ ...upload, PartNumber, Body }),
      );
      return { PartNumber, ETag, ChecksumCRC32 };
    };
    const complete = (upload: Upload, Parts: CompletedPart[]) =>
      engine.client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
    const get = (Key: string) => engine.client.send(new GetObjectCommand({ Bucket: bucket, Key }));

    const first = Buffer.alloc(5 * 1_048_576, 'a');
    const last = Buffer.from('the end');

    test('becomes an object that consists of the parts and has the initial content type', async () => {
      const upload = await beginUpload('p/ö');
      const parts = [await uploadPart(upload, 1, first), await uploadPart(upload, 2, last)];

      const completed = await complete(upload, parts);
      const response = await get('p/ö');

      const bytes = Buffer.from((await response.Body?.transformToByteArray()) ?? []);
      expect(bytes.equals(Buffer.concat([first, last]))).toBe(true);
      expect(response).toMatchObject({ ContentType: 'text/plain', ETag: completed.ETag });
      expect(completed.ETag).toMatch(/^"[0-9a-f]{32}-2"$/);
    });

    test('is not visible before it is complete', async () => {
      await uploadPart(await beginUpload('half'), 1, first);

      await expect(get('half')).rejects.toMatchObject({ name: 'NoSuchKey' });
    });

    test('uploading a part again replaces the previous part', async () => {
      const upload = await beginUpload('again');
      await uploadPart(upload, 1, Buffer.from('old'));
      await complete(upload, [await uploadPart(upload, 1, Buffer.from('new'))]);

      expect(await (await get('again')).Body?.transformToString()).toBe('new');
    });

    test('accepts no parts and creates no object after an abort', async () => {
      const upload = await beginUpload('aborted');
      const parts = [await uploadPart(upload, 1, last)];
      await engine.client.send(new AbortMultipartUploadCommand(upload));

      await expect(uploadPart(upload, 2, last)).rejects.toMatchObject({ name: 'NoSuchUpload' });
      await expect(complete(upload, parts)).rejects.toMatchObject({ name: 'NoSuchUpload' });
      await expect(get('aborted')).rejects.toMatchObject({ name: 'NoSuchKey' });
    });

    test('completing with a missing part fails', async () => {
      const upload = await beginUpload('missing');
      const firstPart = await uploadPart(upload, 1, last);

      await expect(complete(upload, [{ ...firstPart, PartNumber: 2 }])).rejects.toMatchObject({
        name: 'InvalidPart',
      });
    });
  });

  test('a call for an unknown bucket fails with NoSuchBucket', async () => {
    const get = engine.client.send(new GetObjectCommand({ Bucket: 'nowhere', Key: 'x' }));

    await expect(get).rejects.toMatchObject({ name: 'NoSuchBucket', $metadata: { httpStatusCode: 404 } });
  });
});

describe('S3 features of the local implementation only', () => {
  let clock: Clock;
  let ours: Awaited<ReturnType<typeof startOurs>>;
  beforeEach(async () => {
    clock = new Clock();
    ours = await startOurs(dataDir, clock);
  });
  afterEach(() => ours.close());

  const send = (input: Partial<ConstructorParameters<typeof PutObjectCommand>[0]>) =>
    ours.client.send(new PutObjectCommand({ Bucket: bucket, Key: 'k', Body: Buffer.from('x'), ...input }));

  test('many objects are deleted in one call', async () => {
    for (const key of ['d/1', 'd/2 & <3', 'keep']) ours.s3.put(bucket, key, Buffer.from('x'));

    const result = await ours.client.send(
      new DeleteObjectsCommand({
        Bucket: bucket,
        Delete: { Objects: [{ Key: 'd/1' }, { Key: 'd/2 & <3' }] },
      }),
    );

    expect(result.Deleted?.map(({ Key }) => Key)).toEqual(['d/1', 'd/2 & <3']);
    const remaining = await ours.client.send(new ListObjectsV2Command({ Bucket: bucket }));
    expect(remaining.Contents?.map(({ Key }) => Key)).toEqual(['keep']);
  });

  test('pages of a list neither repeat nor skip a key', async () => {
    for (const key of ['p/c', 'p/a', 'q/x', 'p/b']) ours.s3.put(bucket, key, Buffer.from('x'));

    const first = await ours.client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: 'p/', MaxKeys: 2 }),
    );
    const second = await ours.client.send(
      new ListObjectsV2Command({
        Bucket: bucket,
        Prefix: 'p/',
        ContinuationToken: first.NextContinuationToken,
      }),
    );

    expect(first).toMatchObject({ IsTruncated: true, KeyCount: 2 });
    expect(first.Contents?.map(({ Key }) => Key)).toEqual(['p/a', 'p/b']);
    expect(second.Contents?.map(({ Key, Size }) => [Key, Size])).toEqual([['p/c', 1]]);
    expect(second.IsTruncated).toBe(false);
  });

  test('a streamed body is stored without its chunking and trailer', async () => {
    const body = Buffer.alloc(200_000, 'stream ');

    await send({
      Body: Readable.from([body.subarray(0, 70_000), body.subarray(70_000)]),
      ContentLength: 200_000,
    });

    expect(ours.s3.get(bucket, 'k')?.equals(body)).toBe(true);
    const response = await ours.client.send(new GetObjectCommand({ Bucket: bucket, Key: 'k' }));
    expect(response.ContentEncoding).toBeUndefined();
    expect(Buffer.from((await response.Body?.transformToByteArray()) ?? []).equals(body)).toBe(true);
  });

  test('with if-none-match, only one of two concurrent puts succeeds', async () => {
    const results = await Promise.allSettled([send({ IfNoneMatch: '*' }), send({ IfNoneMatch: '*' })]);

    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refusals).toEqual([expect.objectContaining({ name: 'PreconditionFailed' })]);
  });

  test('a body that does not match its checksum is refused and not stored', async () => {
    const response = await fetch(`${ours.endpoint}/${bucket}/k`, {
      method: 'PUT',
      body: 'altered',
      headers: { 'x-amz-checksum-crc32': 'AAAAAA==' },
    });

    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('<Code>BadDigest'),
    ]);
    expect(ours.s3.get(bucket, 'k')).toBeUndefined();
  });

  test('a truncated chunked body is refused and not stored', async () => {
    const response = await fetch(`${ours.endpoint}/${bucket}/k`, {
      method: 'PUT',
      body: 'ff\r\nshort',
      headers: { 'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER' },
    });

    expect(await response.text()).toContain('<Code>IncompleteBody');
    expect(ours.s3.get(bucket, 'k')).toBeUndefined();
  });

  test('objects under an expiring prefix are deleted after the configured number of days, and other objects are kept', async () => {
    ours.s3.put(bucket, 'parked/a', Buffer.from('x'));
    ours.s3.put(bucket, 'kept/a', Buffer.from('x'));

    clock.jumpTo(clock.now() + 3 * dayMs);

    expect(ours.s3.get(bucket, 'parked/a')).toBeUndefined();
    const remaining = await ours.client.send(new ListObjectsV2Command({ Bucket: bucket }));
    expect(remaining.Contents?.map(({ Key }) => Key)).toEqual(['kept/a']);
  });

  test('objects survive a restart on the same folder, and replaced objects leave no file behind', async () => {
    await send({ Body: Buffer.from('old') });
    await send({ Body: Buffer.from('new') });
    await ours.close();

    ours = await startOurs(dataDir, new Clock());

    expect(ours.s3.get(bucket, 'k')?.toString()).toBe('new');
    expect(readdirSync(join(dataDir, 'objects'))).toHaveLength(1);
  });

  test('an empty object has no bytes, and a range request for it is refused', async () => {
    await send({ Body: Buffer.alloc(0) });

    const response = await ours.client.send(new GetObjectCommand({ Bucket: bucket, Key: 'k' }));
    const range = ours.client.send(new GetObjectCommand({ Bucket: bucket, Key: 'k', Range: 'bytes=0-3' }));

    expect(response.ContentLength).toBe(0);
    await expect(range).rejects.toMatchObject({ $metadata: { httpStatusCode: 416 } });
  });

  test('every part except the last must have at least 5 MB', async () => {
    const create = new CreateMultipartUploadCommand({ Bucket: bucket, Key: 'k' });
    const { UploadId } = await ours.client.send(create);
    const Parts: CompletedPart[] = [];
    for (const PartNumber of [1, 2]) {
      const input = { Bucket: bucket, Key: 'k', UploadId, PartNumber, Body: Buffer.from('small') };
      const { ETag } = await ours.client.send(new UploadPartCommand(input));
      Parts.push({ PartNumber, ETag });
    }
    const MultipartUpload = { Parts };
    const complete = new CompleteMultipartUploadCommand({
      Bucket: bucket,
      Key: 'k',
      UploadId,
      MultipartUpload,
    });

    await expect(ours.client.send(complete)).rejects.toMatchObject({ name: 'EntityTooSmall' });
    expect(ours.s3.get(bucket, 'k')).toBeUndefined();
  });

  test.each([
    ['POST', 'uploads=', 'CreateMultipartUpload', 's3:PutObject'],
    ['PUT', 'uploadId=u&partNumber=1', 'UploadPart', 's3:PutObject'],
    ['POST', 'uploadId=u', 'CompleteMultipartUpload', 's3:PutObject'],
    ['DELETE', 'uploadId=u', 'AbortMultipartUpload', 's3:AbortMultipartUpload'],
  ])('%s with the query %s is read as %s, which requires %s', (method, query, operation, action) => {
    const request = { method, path: `/${bucket}/k`, headers: {}, body: Buffer.alloc(0) };
    const call = ours.s3.read({ ...request, query: new URLSearchParams(query) });

    expect(call).toMatchObject({ operation, needs: [{ action, resource: 'arn:aws:s3:::mail/k' }] });
  });

  test('an unsupported operation is refused with an error', async () => {
    const copy = ours.client.send(
      new CopyObjectCommand({ Bucket: bucket, Key: 'k', CopySource: `${bucket}/other` }),
    );

    await expect(copy).rejects.toMatchObject({ name: 'UnknownOperation' });
  });

  test('a call names the permission that the role needs', () => {
    const call = ours.s3.read({
      method: 'GET',
      path: `/${bucket}/raw/a%2Bb`,
      query: new URLSearchParams('x-id=GetObject'),
      headers: {},
      body: Buffer.alloc(0),
    });

    expect(call).toMatchObject({
      operation: 'GetObject',
      target: 'mail/raw/a+b',
      needs: [{ action: 's3:GetObject', resource: 'arn:aws:s3:::mail/raw/a+b' }],
    });
  });
});
