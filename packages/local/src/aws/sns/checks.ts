import { AwsError } from '../stand-in';
import { sizeBytes } from '../sqs/message';
import type { Publication } from './query';

const messageBytesMax = 262_144;
const entriesMax = 10;

export function refusePublication({ message, subject, attributes }: Publication): void {
  if (message === '') throw invalidParameter('Empty message');
  if (sizeBytes(message, attributes) > messageBytesMax) throw invalidParameter('Message too long');
  // SNS requires a subject in ASCII, without control characters and without a leading space.
  if (subject !== undefined && !/^[!-~][ -~]{0,99}$/.test(subject)) throw invalidParameter('Subject');
  for (const [name, { DataType, StringValue, BinaryValue }] of Object.entries(attributes)) {
    if (!/^(String|Number|Binary)(\.|$)/.test(DataType))
      throw invalidParameter(`The type of the attribute '${name}' is not supported`);
    if (!(DataType.startsWith('Binary') ? BinaryValue : StringValue))
      throw invalidParameter(`The attribute '${name}' has no value`);
  }
}

export function refuseBatch(entries: Publication[]): void {
  if (entries.length === 0) throw new AwsError('EmptyBatchRequest', 'The batch request has no entry');
  if (entries.length > entriesMax) {
    throw new AwsError(
      'TooManyEntriesInBatchRequest',
      `The batch request has more than ${entriesMax} entries`,
    );
  }
  if (!entries.every(({ id }) => /^[A-Za-z0-9_-]{1,80}$/.test(id))) {
    throw new AwsError('InvalidBatchEntryId', 'The Id of a batch entry is not valid');
  }
  if (new Set(entries.map(({ id }) => id)).size < entries.length) {
    throw new AwsError('BatchEntryIdsNotDistinct', 'Two or more batch entries have the same Id');
  }
  const total = entries.reduce((sum, entry) => sum + sizeBytes(entry.message, entry.attributes), 0);
  if (total > messageBytesMax) throw new AwsError('BatchRequestTooLong', 'The batch request is too long');
}

export function invalidParameter(reason: string): AwsError {
  return new AwsError('InvalidParameter', `Invalid parameter: ${reason}`);
}
