import { asRecord } from './as-record.ts';
import { charactersMax } from './tool-result.ts';

type Body = Readonly<Record<string, unknown>>;
type Items = readonly unknown[];

/** Fetches a page. If the page is too large, fetches it again with fewer rows until it fits. */
export async function fetchPageToFit(
  limit: number,
  fetchPage: (limit: number) => PromiseLike<unknown>,
): Promise<Body> {
  const page = asRecord(await fetchPage(limit));
  const size = sizeOf(page);
  if (size <= charactersMax || limit <= 1) return page;
  const smallerLimit = Math.max(1, Math.floor((limit * charactersMax) / size / 2));
  return {
    ...(await fetchPageToFit(smallerLimit, fetchPage)),
    shortened: `The result was shortened to ${smallerLimit} rows. To read the rest, pass next_cursor as cursor`,
  };
}

/** Keeps the latest messages that fit. If `before` is given, keeps the latest messages before that message. */
export function truncateThread(thread: Body, before: string | undefined): Body {
  const allMessages: Items = Array.isArray(thread['messages']) ? thread['messages'] : [];
  const endIndex = before === undefined ? allMessages.length : indexOfMessage(allMessages, before);
  const messages = latestToFit(allMessages.slice(0, endIndex).map(dropHtmlIfTooLong));
  const omittedCount = endIndex - messages.length;
  const [oldestShown] = messages;
  if (omittedCount === 0 || !oldestShown) return { ...thread, messages };
  return {
    ...thread,
    messages,
    shortened: `${omittedCount} earlier messages are omitted. To read them, call again with before: ${idOf(oldestShown)}`,
  };
}

/** Drops HTML and raw text, which repeat the text, from a message that is too large on its own. */
function dropHtmlIfTooLong(message: unknown): unknown {
  if (sizeOf(message) <= charactersMax) return message;
  return { ...asRecord(message), html: null, raw_text: null, shortened: 'Without html and raw_text' };
}

/** Drops the HTML of an email that would not fit. */
export const truncateContent = (content: object): object =>
  sizeOf(content) <= charactersMax ? content : { ...content, html: null, shortened: 'Without html' };

function indexOfMessage(messages: Items, id: string): number {
  const index = messages.findIndex((message) => idOf(message) === id);
  return index === -1 ? messages.length : index;
}

const idOf = (message: unknown): string => String(asRecord(message)['id']);

/** Returns the latest messages that fit, but at least one message. */
function latestToFit(messages: Items): Items {
  let size = 0;
  let startIndex = messages.length;
  while (startIndex > 0) {
    size += sizeOf(messages[startIndex - 1]);
    if (size > charactersMax && startIndex < messages.length) break;
    startIndex -= 1;
  }
  return messages.slice(startIndex);
}

const sizeOf = (value: unknown): number => JSON.stringify(value).length;
