import { html } from '../html';
import { unfoldLines } from './calendar-lines';
import { describeCalendar } from './calendar-text';
import { decodeText, htmlCharset } from './charset';
import { removeControls } from './controls';
import { joinFlowedLines } from './format-flowed';
import type { Leaf } from './mime-parts';
import { decodeTransfer } from './transfer-encoding';

export interface Bodies {
  text: string | null;
  html: string | null;
}

/**
 * Returns the body that a mail client would show, as text and as HTML. If the email has only a calendar, the text
 * describes its events.
 */
export function bodiesOf(leaves: readonly Leaf[]): Bodies {
  const bodies = writtenBodies(leaves);
  if (bodies.html !== null || bodies.text?.trim()) return bodies;
  const calendar = leaves.find(({ part }) => calendarTypes.has(part.contentType ?? ''));
  const text = calendar ? describeCalendar(decodeCalendar(calendar)) : '';
  return text === '' ? bodies : { text: removeControls(text), html: null };
}

const calendarTypes: ReadonlySet<string> = new Set(['text/calendar', 'text/x-vcalendar', 'application/ics']);

/** A longer calendar is truncated. */
const calendarBytesMax = 500_000;

function decodeCalendar({ part, body }: Leaf): string {
  const bytes = decodeTransfer(body, part.encoding).subarray(0, calendarBytesMax);
  return decodeText(unfoldLines(bytes), part.params.get('charset') ?? 'utf-8');
}

/**
 * Returns the texts that the sender wrote. If a piece of the email exists only as HTML, returns no text, because the
 * text could consist of only a mailing list's footer.
 */
function writtenBodies(leaves: readonly Leaf[]): Bodies {
  const blocks = blocksOf(leaves);
  const hasHtml = blocks.some((block) => block.html.length > 0);
  const hasText = blocks.some(({ text }) => text.length > 0);
  const isHtmlOnly = blocks.some(({ text }) => text.length === 0);
  return {
    text: hasText && !isHtmlOnly ? removeControls(joinLines(blocks.flatMap(({ text }) => text))) : null,
    html: hasHtml
      ? removeControls(
          joinLines(blocks.flatMap((block) => (block.html.length > 0 ? block.html : block.text.map(toHtml)))),
        )
      : null,
  };
}

/** A piece of an email in the formats that its sender provided. */
interface Block {
  text: string[];
  html: string[];
}

function blocksOf(leaves: readonly Leaf[]): Block[] {
  const bodies = leaves.filter(isBody);
  const visibleLeaves = withinLimit(
    [bodies, leaves.filter(isShownText), leaves.filter(isReadableText)].find(({ length }) => length > 0) ??
      [],
  );
  const blocks = new Map<number, Leaf[]>();
  for (const leaf of visibleLeaves) {
    const block = blocks.get(leaf.alternative.group);
    if (block) block.push(leaf);
    else blocks.set(leaf.alternative.group, [leaf]);
  }
  return [...blocks.values()].map(blockOf);
}

/** Builds a block. Ignores an empty text, which some senders add to HTML. */
function blockOf(leaves: readonly Leaf[]): Block {
  const text = textsOfFirstBranch(leaves.filter((leaf) => !isHtml(leaf)));
  const html = textsOfFirstBranch(leaves.filter(isHtml));
  const isEmpty = html.length > 0 && text.every((piece) => piece.trim() === '');
  return { text: isEmpty ? [] : text, html };
}

/** The size at which the body is truncated. No real email reaches this size, and the raw email contains the rest. */
const bodyBytesMax = 4_000_000;

function withinLimit(leaves: readonly Leaf[]): Leaf[] {
  let remainingBytes = bodyBytesMax;
  return leaves.map((leaf) => {
    const body = leaf.body.subarray(0, remainingBytes);
    remainingBytes -= body.length;
    return { ...leaf, body };
  });
}

/** Returns the texts of the first alternative, because clients show only one of several alternatives in a format. */
const textsOfFirstBranch = (leaves: readonly Leaf[]): string[] =>
  leaves
    .filter(({ alternative }) => alternative.branch === leaves[0]?.alternative.branch)
    .map(decodeLeafText);

/** Whether the part is a body. Clients also show text parts that have a file name, but these parts are attachments. */
export const isBody = (leaf: Leaf): boolean => isShownText(leaf) && leaf.part.filename === null;

const isShownText = ({ part }: Leaf): boolean =>
  !part.isDeclaredAttachment && ['text/plain', 'text/html', null].includes(part.contentType);

/**
 * Whether the part is text for people. Text of an unknown subtype is also readable (RFC 2046). Calendars, contact cards
 * and headers are for programs.
 */
const isReadableText = ({ part }: Leaf): boolean =>
  !part.isDeclaredAttachment &&
  /^text\/(?!calendar$|rfc822|vcard$|x-vcard$|directory$|css$)/.test(part.contentType ?? '');

const isHtml = ({ part }: Leaf): boolean => part.contentType === 'text/html';

function decodeLeafText({ part, body }: Leaf): string {
  const bytes = decodeTransfer(body, part.encoding);
  const charset =
    part.params.get('charset') ?? (part.contentType === 'text/html' ? htmlCharset(bytes) : undefined);
  const text = decodeText(bytes, charset).replace(/\r{0,2}\n|\r/g, '\n');
  const isFlowed = part.contentType === 'text/plain' && part.params.get('format')?.toLowerCase() === 'flowed';
  return isFlowed ? joinFlowedLines(text, part.params.get('delsp')?.toLowerCase() === 'yes') : text;
}

/** Joins the texts and adds missing line breaks between them. */
const joinLines = (texts: readonly string[]): string =>
  texts
    .map((text, index) =>
      index === texts.length - 1 || text === '' || text.endsWith('\n') ? text : `${text}\n`,
    )
    .join('');

const toHtml = (text: string): string => html`<pre>${text}</pre>`.text;
