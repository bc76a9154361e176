import type { MessageAttributes } from '../sqs/message';

/** One message to publish, read from the form-encoded request. */
export interface Publication {
  id: string;
  message: string;
  subject: string | undefined;
  attributes: MessageAttributes;
}

const batchPrefix = 'PublishBatchRequestEntries.member.';

/** `prefix` precedes each field name in a batch entry. */
export function readPublication(fields: URLSearchParams, prefix = ''): Publication {
  return {
    id: fields.get(`${prefix}Id`) ?? '',
    message: fields.get(`${prefix}Message`) ?? '',
    subject: fields.get(`${prefix}Subject`) ?? undefined,
    attributes: readAttributes(fields, `${prefix}MessageAttributes.entry.`),
  };
}

export function readBatch(fields: URLSearchParams): Publication[] {
  return memberNumbers(fields, batchPrefix).map((number) =>
    readPublication(fields, `${batchPrefix}${number}.`),
  );
}

/** The unsupported fields of a request. The caller refuses a request with such fields. */
export function unknownFields(fields: URLSearchParams): string[] {
  const attribute = String.raw`MessageAttributes\.entry\.\d+\.(Name|Value\.(DataType|StringValue|BinaryValue))`;
  const known = new RegExp(
    String.raw`^(Action|Version|TopicArn|PublishBatchRequestEntries|(PublishBatchRequestEntries\.member\.\d+\.)?(Id|Message|Subject|${attribute}))$`,
  );
  return [...fields.keys()].filter((name) => !known.test(name));
}

function readAttributes(fields: URLSearchParams, prefix: string): MessageAttributes {
  return Object.fromEntries(
    memberNumbers(fields, prefix).map((number) => {
      const readField = (name: string) => fields.get(`${prefix}${number}.${name}`) ?? undefined;
      const value = {
        DataType: readField('Value.DataType') ?? '',
        StringValue: readField('Value.StringValue'),
        BinaryValue: readField('Value.BinaryValue'),
      };
      return [readField('Name') ?? '', value];
    }),
  );
}

/** The numbers of the members of a list, in ascending order. */
function memberNumbers(fields: URLSearchParams, prefix: string): number[] {
  const found = [...fields.keys()].filter((name) => name.startsWith(prefix));
  const unique = new Set(found.map((name) => Number.parseInt(name.slice(prefix.length), 10)));
  return [...unique].sort((a, b) => a - b);
}
