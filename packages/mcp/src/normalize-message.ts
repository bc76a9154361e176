import { asRecord } from './as-record.ts';
import { isObject, parseText } from './read-arguments.ts';

/** Converts `arguments` of a tool call that are null or JSON text, which the MCP library would refuse. */
export function normalizeMessage<Message>(message: Message): Message {
  const { method, params } = asRecord(message);
  if (method !== 'tools/call') return message;
  const { arguments: args, ...otherParams } = asRecord(params);
  const normalizedArgs = parseText(args, isObject) ?? {};
  return { ...message, params: { ...otherParams, arguments: normalizedArgs } };
}
