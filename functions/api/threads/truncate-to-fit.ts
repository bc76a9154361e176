import { bytesInResponse, responseBytesMax } from '../../../shared/core/response-size';
import type { MessageResponse } from './present';

/**
 * Returns the messages that fit into a response. Starting with the newest message, includes the bodies that fit. The
 * other messages are included without bodies. The oldest messages are omitted only if thousands of messages do not fit
 * even without bodies.
 */
export function truncateToFit(messages: readonly MessageResponse[]): MessageResponse[] {
  let remainingBytes = responseBytesMax;
  const included = messages.toReversed().filter((message) => {
    remainingBytes -= bytesInResponse(withoutBodies(message));
    return remainingBytes >= 0;
  });
  const truncated = included.map((message) => {
    const withoutBodiesBytes = bytesInResponse(withoutBodies(message));
    const largestFitting =
      reducedForms(message).find((form) => bytesInResponse(form) - withoutBodiesBytes <= remainingBytes) ??
      withoutBodies(message);
    remainingBytes -= bytesInResponse(largestFitting) - withoutBodiesBytes;
    return largestFitting;
  });
  return truncated.reverse();
}

/**
 * Returns the forms of a message, from the most complete to the smallest. The text that the sender wrote is dropped
 * last.
 */
function reducedForms(message: MessageResponse): MessageResponse[] {
  if (message.direction === 'outbound') return [message, { ...message, html: null }];
  const withoutHtml = { ...message, html: null };
  return [message, withoutHtml, { ...withoutHtml, raw_text: null }];
}

const withoutBodies = (message: MessageResponse): MessageResponse =>
  message.direction === 'outbound'
    ? { ...message, html: null, text: null }
    : { ...message, html: null, raw_text: null, text: null };
