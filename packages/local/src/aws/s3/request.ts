import { AwsError, type AwsCall, type AwsRequest } from '../stand-in';
import { parseDeleteRequest } from './delete-objects';
import { readVerifiedPayload } from './payload';

const objectOperations: Record<string, string> = {
  PUT: 'PutObject',
  GET: 'GetObject',
  HEAD: 'HeadObject',
  DELETE: 'DeleteObject',
};

/**
 * The operations of a multipart upload, by method and subresources. The permission `s3:PutObject` covers all of these
 * operations except `AbortMultipartUpload`.
 */
const uploadOperations: Record<string, string> = {
  'POST uploads': 'CreateMultipartUpload',
  'PUT partNumber,uploadId': 'UploadPart',
  'POST uploadId': 'CompleteMultipartUpload',
  'DELETE uploadId': 'AbortMultipartUpload',
};

/** Query parameters that do not determine the operation. */
const neutralParameters = /^(x-id|x-amz-.*)$/i;
const listParameters = new Set([
  'list-type',
  'prefix',
  'delimiter',
  'max-keys',
  'continuation-token',
  'start-after',
  'encoding-type',
  'fetch-owner',
]);

export function readS3Call(request: AwsRequest): AwsCall {
  const { bucket, key } = parsePath(request.path);
  return key ? objectCall(request, bucket, key) : bucketCall(request, bucket);
}

/** The headers that S3 stores and returns with the object. */
export function storedHeaders(headers: Record<string, string>): Record<string, string> {
  const storedEntries = Object.entries(headers).filter(([name]) => isStored(name));
  const stored = Object.fromEntries(storedEntries);
  const encoding = contentEncoding(headers['content-encoding']);
  return encoding ? { ...stored, 'content-encoding': encoding } : stored;
}

function isStored(name: string): boolean {
  return /^(content-type|content-disposition|content-language|cache-control|expires|x-amz-meta-.+)$/.test(
    name,
  );
}

/** Removes `aws-chunked`, because it describes the transfer, not the object. */
function contentEncoding(header: string | undefined): string {
  const encodings = (header ?? '').split(',').map((encoding) => encoding.trim());
  return encodings.filter((encoding) => encoding && encoding !== 'aws-chunked').join(', ');
}

function parsePath(path: string): { bucket: string; key: string } {
  const [, bucket = '', key = ''] = /^\/([^/]*)\/?(.*)$/s.exec(path) ?? [];
  return { bucket: decodeURIComponent(bucket), key: decodeURIComponent(key) };
}

function objectCall(request: AwsRequest, bucket: string, key: string): AwsCall {
  const upload = uploadOperations[`${request.method} ${subresources(request).sort().join()}`];
  if (upload) return uploadCall(upload, bucket, key);
  const operation = objectOperations[request.method];
  const isUnsupported =
    request.headers['x-amz-copy-source'] !== undefined || subresources(request).length > 0;
  if (!operation || isUnsupported) throw unknownOperation(request);

  const resource = objectArn(bucket, key);
  const action = operation === 'HeadObject' ? 's3:GetObject' : `s3:${operation}`;
  return toAwsCall(operation, `${bucket}/${key}`, [{ action, resource }], { Bucket: bucket, Key: key });
}

function uploadCall(operation: string, bucket: string, key: string): AwsCall {
  const action = operation === 'AbortMultipartUpload' ? 's3:AbortMultipartUpload' : 's3:PutObject';
  const needs = [{ action, resource: objectArn(bucket, key) }];
  return toAwsCall(operation, `${bucket}/${key}`, needs, { Bucket: bucket, Key: key });
}

function bucketCall(request: AwsRequest, bucket: string): AwsCall {
  const names = subresources(request);
  if (request.method === 'GET' && isListing(request)) return listCall(request, bucket);
  if (request.method === 'HEAD' && names.length === 0) {
    return toAwsCall('HeadBucket', bucket, [{ action: 's3:ListBucket', resource: bucketArn(bucket) }], {});
  }
  if (request.method === 'POST' && names.join() === 'delete') return deleteCall(request, bucket);
  throw unknownOperation(request);
}

function isListing(request: AwsRequest): boolean {
  const isKnown = subresources(request).every((name) => listParameters.has(name));
  return isKnown && request.query.get('list-type') === '2';
}

function listCall(request: AwsRequest, bucket: string): AwsCall {
  const prefix = request.query.get('prefix') ?? '';
  const need = { action: 's3:ListBucket', resource: bucketArn(bucket), context: { 's3:prefix': prefix } };
  return toAwsCall('ListObjectsV2', bucket, [need], { Bucket: bucket, Prefix: prefix });
}

function deleteCall(request: AwsRequest, bucket: string): AwsCall {
  const { keys } = parseDeleteRequest(readVerifiedPayload(request).toString('utf8'));
  const needs = keys.map((key) => ({ action: 's3:DeleteObject', resource: objectArn(bucket, key) }));
  return toAwsCall('DeleteObjects', bucket, needs, { Bucket: bucket, Keys: keys });
}

function toAwsCall(
  operation: string,
  target: string,
  needs: AwsCall['needs'],
  input: Record<string, unknown>,
): AwsCall {
  return { service: 's3', operation, target, needs, input };
}

function subresources(request: AwsRequest): string[] {
  return [...request.query.keys()].filter((name) => !neutralParameters.test(name));
}

function bucketArn(bucket: string): string {
  return `arn:aws:s3:::${bucket}`;
}

function objectArn(bucket: string, key: string): string {
  return `${bucketArn(bucket)}/${key}`;
}

function unknownOperation(request: AwsRequest): AwsError {
  const query = request.query.toString();
  return new AwsError(
    'UnknownOperation',
    `The local S3 does not support ${request.method} ${request.path}?${query}`,
    501,
  );
}
