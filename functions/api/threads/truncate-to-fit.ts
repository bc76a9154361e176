import { bytesInResponse, responseBytesMax } from '../../../shared/core/response-size';
import type { MessageResponse } from './present';

/**
 * Every message is there, if need be without its bodies; from the newest on, each gets as much of them as there is
 * room for. Only of thousands that are too many even so, the oldest are left out.
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

/** The fullest first. What the person wrote is the last to go. */
function reducedForms(message: MessageResponse): MessageResponse[] {
  if (message.direction === 'outbound') return [message, { ...message, html: null }];
  const withoutHtml = { ...message, html: null };
  return [message, withoutHtml, { ...withoutHtml, raw_text: null }];
}

const withoutBodies = (message: MessageResponse): MessageResponse =>
  message.direction === 'outbound'
    ? { ...message, html: null, text: null }
    : { ...message, html: null, raw_text: null, text: null };
