import { charactersMax } from './tool-result.ts';

type Body = Readonly<Record<string, unknown>>;
type Items = readonly unknown[];

/** Asks for the page again with fewer rows, until it fits. */
export async function fetchPageToFit(
  limit: number,
  fetchPage: (limit: number) => PromiseLike<unknown>,
): Promise<Body> {
  const page = (await fetchPage(limit)) as Body;
  const size = sizeOf(page);
  if (size <= charactersMax || limit <= 1) return page;
  const smallerLimit = Math.max(1, Math.floor((limit * charactersMax) / size / 2));
  return {
    ...(await fetchPageToFit(smallerLimit, fetchPage)),
    shortened: `To ${smallerLimit} rows: more do not fit. Go on with next_cursor`,
  };
}

/** The latest messages of a conversation, as many as fit, before one of them where it is said. */
export function truncateThread(thread: Body & { messages: Items }, before: string | undefined): Body {
  const endIndex = before === undefined ? thread.messages.length : indexOfMessage(thread.messages, before);
  const messages = latestToFit(thread.messages.slice(0, endIndex).map(dropHtmlIfTooLong));
  const omittedCount = endIndex - messages.length;
  const [oldestShown] = messages as { id: string }[];
  if (omittedCount === 0 || !oldestShown) return { ...thread, messages };
  return {
    ...thread,
    messages,
    shortened: `${omittedCount} earlier messages are left out. Call again with before: ${oldestShown.id}`,
  };
}

/** Of a message that would fill the answer by itself, the words alone: its HTML and what it quotes say them again. */
function dropHtmlIfTooLong(message: unknown): unknown {
  if (sizeOf(message) <= charactersMax) return message;
  return { ...Object(message), html: null, raw_text: null, shortened: 'Without html and raw_text' };
}

/** What a mail said: its text alone, where the HTML would fill the answer by itself. */
export const truncateContent = (content: object): object =>
  sizeOf(content) <= charactersMax ? content : { ...content, html: null, shortened: 'Without html' };

function indexOfMessage(messages: Items, id: string): number {
  const index = messages.findIndex((message) => (message as { id: string }).id === id);
  return index === -1 ? messages.length : index;
}

/** One at least. */
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
