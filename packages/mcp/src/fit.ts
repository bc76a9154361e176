import { charactersMax } from './answer.ts';

type Body = Readonly<Record<string, unknown>>;
type Rows = readonly unknown[];

/** Asks for the page again with fewer rows, until it fits. */
export async function pageThatFits(
  limit: number,
  read: (limit: number) => PromiseLike<unknown>,
): Promise<Body> {
  const page = (await read(limit)) as Body;
  const size = sizeOf(page);
  if (size <= charactersMax || limit <= 1) return page;
  const fewer = Math.max(1, Math.floor((limit * charactersMax) / size / 2));
  return {
    ...(await pageThatFits(fewer, read)),
    shortened: `To ${fewer} rows: more do not fit. Go on with next_cursor`,
  };
}

/** The latest messages of a conversation, as many as fit, before one of them where it is said. */
export function threadThatFits(thread: Body & { messages: Rows }, before: string | undefined): Body {
  const upTo = before === undefined ? thread.messages.length : positionOf(thread.messages, before);
  const messages = latestThatFit(thread.messages.slice(0, upTo).map(leanIfLong));
  const left = upTo - messages.length;
  const [first] = messages as { id: string }[];
  if (left === 0 || !first) return { ...thread, messages };
  return {
    ...thread,
    messages,
    shortened: `${left} earlier messages are left out. Call again with before: ${first.id}`,
  };
}

/** Of a message that would fill the answer by itself, the words alone: its HTML and what it quotes say them again. */
function leanIfLong(message: unknown): unknown {
  if (sizeOf(message) <= charactersMax) return message;
  return { ...Object(message), html: null, raw_text: null, shortened: 'Without html and raw_text' };
}

/** What a mail said: its text alone, where the HTML would fill the answer by itself. */
export const contentThatFits = (content: object): object =>
  sizeOf(content) <= charactersMax ? content : { ...content, html: null, shortened: 'Without html' };

function positionOf(messages: Rows, id: string): number {
  const position = messages.findIndex((message) => (message as { id: string }).id === id);
  return position === -1 ? messages.length : position;
}

/** One at least. */
function latestThatFit(messages: Rows): Rows {
  let size = 0;
  let first = messages.length;
  while (first > 0) {
    size += sizeOf(messages[first - 1]);
    if (size > charactersMax && first < messages.length) break;
    first -= 1;
  }
  return messages.slice(first);
}

const sizeOf = (value: unknown): number => JSON.stringify(value).length;
