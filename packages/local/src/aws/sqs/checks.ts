import { AwsError } from '../stand-in';
import { type MessageAttributes, sizeBytes } from './message';

const messageBytesMax = 1_048_576;
const entriesMax = 10;
const attributesMax = 10;
const secondsMax = { DelaySeconds: 900, VisibilityTimeout: 43_200, WaitTimeSeconds: 20 };

const forbiddenCharacters = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

export function refuseMessage(body: string, attributes: MessageAttributes): void {
  if (body === '') {
    throw new AwsError('MissingParameter', 'The request must contain the parameter MessageBody.');
  }
  if (forbiddenCharacters.test(body)) {
    throw new AwsError('InvalidMessageContents', 'The message contains characters outside the allowed set.');
  }
  refuseAttributes(attributes);
  if (sizeBytes(body, attributes) > messageBytesMax) {
    throw invalidParameter(
      `One or more parameters are invalid. Reason: Message must be shorter than ${messageBytesMax} bytes.`,
    );
  }
}

function refuseAttributes(attributes: MessageAttributes): void {
  const entries = Object.entries(attributes);
  if (entries.length > attributesMax) {
    throw invalidParameter(
      `Number of message attributes [${entries.length}] exceeds the allowed maximum [${attributesMax}].`,
    );
  }
  for (const [name, attribute] of entries) {
    if (!/^[A-Za-z0-9_.-]{1,256}$/.test(name))
      throw invalidParameter(`The message attribute name '${name}' is invalid.`);
    const isBinary = /^Binary(\.|$)/.test(attribute.DataType);
    if (!isBinary && !/^(String|Number)(\.|$)/.test(attribute.DataType)) {
      throw invalidParameter(
        `The type of message attribute '${name}' is invalid. You must use Binary, Number, or String.`,
      );
    }
    if (!(isBinary ? attribute.BinaryValue : attribute.StringValue)) {
      throw invalidParameter(`The message attribute '${name}' must contain a non-empty value of its type.`);
    }
  }
}

export function refuseGroupId(groupId: string | undefined): void {
  // Printable ASCII without the space.
  if (groupId === undefined || /^[!-~]{1,128}$/.test(groupId)) return;
  throw invalidParameter(
    `Value ${groupId} for parameter MessageGroupId is invalid. Reason: MessageGroupId can only include 1 to 128 alphanumeric and punctuation characters.`,
  );
}

export function refuseSeconds(name: keyof typeof secondsMax, seconds: number | undefined): void {
  if (seconds === undefined || (seconds >= 0 && seconds <= secondsMax[name])) return;
  throw invalidParameter(
    `Value ${seconds} for parameter ${name} is invalid. Reason: Must be between 0 and ${secondsMax[name]}.`,
  );
}

export function refuseMaxMessages(max: number): void {
  if (max >= 1 && max <= entriesMax) return;
  throw invalidParameter(
    `Value ${max} for parameter MaxNumberOfMessages is invalid. Reason: Must be between 1 and ${entriesMax}.`,
  );
}

export function refuseBatch(entries: { Id: string }[]): void {
  if (entries.length === 0) {
    throw new AwsError('EmptyBatchRequest', 'There should be at least one entry in the request.');
  }
  if (entries.length > entriesMax) {
    throw new AwsError(
      'TooManyEntriesInBatchRequest',
      `Maximum number of entries per request are ${entriesMax}. You have sent ${entries.length}.`,
    );
  }
  const ids = entries.map((entry) => entry.Id);
  if (!ids.every((id) => /^[A-Za-z0-9_-]{1,80}$/.test(id))) {
    throw new AwsError(
      'InvalidBatchEntryId',
      'A batch entry id has 1 to 80 letters, digits, hyphens, underscores.',
    );
  }
  if (new Set(ids).size < ids.length) {
    throw new AwsError('BatchEntryIdsNotDistinct', 'Two or more batch entries have the same Id.');
  }
}

export function refuseBatchSize(
  entries: { MessageBody: string; MessageAttributes: MessageAttributes }[],
): void {
  const sizes = entries.map((entry) => sizeBytes(entry.MessageBody, entry.MessageAttributes));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= messageBytesMax) return;
  throw new AwsError(
    'BatchRequestTooLong',
    `Batch requests cannot be longer than ${messageBytesMax} bytes. You have sent ${total} bytes.`,
  );
}

export function invalidParameter(message: string): AwsError {
  return new AwsError('InvalidParameterValue', message);
}
