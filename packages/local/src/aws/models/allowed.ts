import type { ServiceName } from '../stand-in';

/** Violations that are not faults: `service operation path reason`, where `*` stands for any text. */
const allowed: [violation: string, because: string][] = [
  // The oldest supported models are those of Debian 12, from the end of 2022.
  ['dynamodb * input.*ReturnValuesOnConditionCheckFailure is not in the model', 'added in June 2023'],
  ['sqs StartMessageMoveTask operation is not in the model', 'added in June 2023'],
  [
    'sqs ReceiveMessage input.MessageSystemAttributeNames is not in the model',
    'replaced AttributeNames in 2024',
  ],
  ['scheduler * *put.ActionAfterCompletion is not in the model', 'added in August 2023'],
  ['s3 * headers.x-amz-checksum-type is not in the model', 'added in December 2024'],
  ['sesv2 * *put.*HttpsPolicy is not in the model', 'added in 2024'],
  ['sesv2 * output.DkimAttributes.SigningHostedZone is not in the model', 'added in 2025'],
  // Facts that the models do not express.
  [
    's3 DeleteObjects headers.x-amz-checksum-crc32 is not in the model',
    'the trait httpChecksum adds the header',
  ],
  ['s3 GetObject status is 206 instead of 200', 'the status of a range'],
  ['dynamodb BatchGetItem output.UnprocessedKeys is below the minimum of 1', 'empty if nothing is left'],
  ['dynamodb BatchWriteItem output.UnprocessedItems is below the minimum of 1', 'empty if nothing is left'],
];

const patterns = allowed.map(
  ([violation]) => new RegExp(`^${violation.replaceAll('.', '\\.').replaceAll('*', '.*')}$`),
);

export const isAllowed = (violation: string): boolean => patterns.some((pattern) => pattern.test(violation));

/**
 * Errors that each operation may return. The models do not list these errors. The sources are the pages "Common
 * Errors" of the API references, and for S3 the page "Error responses".
 */
const commonErrors: Partial<Record<ServiceName, string[]>> = {
  dynamodb: ['ValidationException'],
  sqs: ['AccessDenied', 'InvalidParameterValue'],
  ssm: ['ValidationException'],
  s3: [
    'AccessDenied',
    'BadDigest',
    'EntityTooSmall',
    'IncompleteBody',
    'InternalError',
    'InvalidPart',
    'InvalidRange',
    'MalformedXML',
    'NoSuchBucket',
    'NoSuchUpload',
    'PreconditionFailed',
    'SlowDown',
  ],
};

const commonErrorsOfAllServices = [
  'AccessDeniedException',
  'InternalFailure',
  'ServiceUnavailable',
  'ThrottlingException',
];

export const isCommonError = (service: ServiceName, code: string): boolean =>
  [...commonErrorsOfAllServices, ...(commonErrors[service] ?? [])].includes(code);
