import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseMail } from '../../shared/text/mail/parse-mail';

/** A case of the corpus: a body and the expected reply. */
export interface ReplyCase {
  id: string;
  file: string;
  format: 'text' | 'html' | 'eml';
  source: string;
  match: 'ws' | 'nows';
  /** True if the expected reply is debatable. */
  soft: boolean;
  expected: { reply?: string; accept?: string[]; contains?: string[]; not_contains?: string[] };
}

export interface Body {
  text: string | null;
  html: string | null;
}

export function replyCases(corpusDir: string): ReplyCase[] {
  const manifest: { cases: ReplyCase[] } = JSON.parse(
    readFileSync(join(corpusDir, 'reply/manifest.json'), 'utf8'),
  );
  return manifest.cases;
}

export function bodyOf(corpusDir: string, { file, format }: ReplyCase): Body {
  const raw = readFileSync(join(corpusDir, 'reply', file));
  if (format === 'text') return { text: raw.toString('utf8'), html: null };
  if (format === 'html') return { text: null, html: raw.toString('utf8') };
  return parseMail(raw);
}

/** Compares either the text, without regard to white space, or the phrases that the case lists. */
export function isExact({ match, expected }: ReplyCase, reply: string): boolean {
  const { contains = [], not_contains: excluded = [] } = expected;
  if (contains.length > 0 || excluded.length > 0) {
    return (
      contains.every((phrase) => reply.includes(phrase)) && !excluded.some((phrase) => reply.includes(phrase))
    );
  }
  return acceptedReplies(expected).some(
    (response) => normalizeText(response, match) === normalizeText(reply, match),
  );
}

const acceptedReplies = ({ reply = '', accept = [] }: ReplyCase['expected']): string[] => [reply, ...accept];

const normalizeText = (text: string, match: ReplyCase['match']): string =>
  match === 'nows' ? text.replace(/\s+/g, '') : text.replace(/\s+/g, ' ').trim();

/** The F1 score of the words, including repeats, against the best accepted reply. A score of 1 means the same words. */
export function tokenF1(replyCase: ReplyCase, reply: string): number {
  if (replyCase.expected.reply === undefined) return isExact(replyCase, reply) ? 1 : 0;
  return Math.max(
    ...acceptedReplies(replyCase.expected).map((response) => overlap(words(response), words(reply))),
  );
}

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

function overlap(expected: readonly string[], found: readonly string[]): number {
  if (expected.length === 0 || found.length === 0) return expected.length === found.length ? 1 : 0;
  const remaining = new Map<string, number>();
  for (const word of expected) remaining.set(word, (remaining.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of found) {
    const count = remaining.get(word) ?? 0;
    if (count > 0) common++;
    remaining.set(word, count - 1);
  }
  return (2 * common) / (expected.length + found.length);
}
