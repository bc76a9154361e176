import { performance } from 'node:perf_hooks';
import EmailReplyParser from 'email-reply-parser';
import { convert } from 'html-to-text';
import { extractFromPlain } from 'planer';
import { readReply } from '../../shared/text/reply/read-reply';
import { bodyOf, isExact, replyCases, tokenF1, type Body, type ReplyCase } from './score-reply';

/** The result of one reader for the emails of one source or of all sources. */
export interface ReplyRow {
  source: string;
  reader: string;
  cases: number;
  /**
   * The number of emails that the reader skipped. email-reply-parser takes minutes for emails above `libraryLengthMax`.
   */
  skipped: number;
  /** Shares of all cases, from 0 to 1. A skipped email is counted as wrong. */
  exact: number;
  tokenF1: number;
  msPerMail: number;
}

interface Reader {
  name: string;
  lengthMax: number;
  read(body: Body): string;
}

const libraryLengthMax = 200_000;

/** The libraries read only plain text, so `html-to-text` converts HTML emails for them. */
const readers: readonly Reader[] = [
  { name: 'ours', lengthMax: Infinity, read: (body) => readReply(body).text },
  {
    name: 'email-reply-parser',
    lengthMax: libraryLengthMax,
    read: (body) => parseWithReplyParser(toPlainText(body)),
  },
  { name: 'planer', lengthMax: libraryLengthMax, read: (body) => extractFromPlain(toPlainText(body)) },
  {
    name: 'planer, then email-reply-parser',
    lengthMax: libraryLengthMax,
    read: (body) => parseWithReplyParser(extractFromPlain(toPlainText(body))),
  },
];

const parseWithReplyParser = (text: string): string => new EmailReplyParser().parseReply(text);

const toPlainText = ({ text, html }: Body): string =>
  text ??
  convert(html ?? '', {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
    ],
  });

/** Measures our reader and two libraries on the same emails, by source and overall. */
export function measureReply(corpusDir: string): ReplyRow[] {
  const cases = replyCases(corpusDir);
  const bodies = cases.map((replyCase) => bodyOf(corpusDir, replyCase));
  const results = readers.flatMap((reader) =>
    cases.map((replyCase, index) =>
      runReader(reader, replyCase, bodies[index] ?? { text: null, html: null }),
    ),
  );
  const sources = [...new Set(results.map(({ source }) => source)), 'all'];
  return sources.flatMap((source) => readers.map(({ name }) => rowOf(source, name, results)));
}

interface Result {
  source: string;
  reader: string;
  isSkipped: boolean;
  isExact: boolean;
  tokenF1: number;
  ms: number;
}

function runReader(reader: Reader, replyCase: ReplyCase, body: Body): Result {
  const source = replyCase.source.replace(/[@ ].*/, '');
  const isSkipped = Math.max(body.text?.length ?? 0, body.html?.length ?? 0) > reader.lengthMax;
  if (isSkipped) return { source, reader: reader.name, isSkipped, isExact: false, tokenF1: 0, ms: 0 };
  const started = performance.now();
  const reply = reader.read(body);
  const ms = performance.now() - started;
  return {
    source,
    reader: reader.name,
    isSkipped,
    isExact: isExact(replyCase, reply),
    tokenF1: tokenF1(replyCase, reply),
    ms,
  };
}

function rowOf(source: string, reader: string, results: readonly Result[]): ReplyRow {
  const matchingResults = results.filter(
    (result) => result.reader === reader && (source === 'all' || result.source === source),
  );
  const completedResults = matchingResults.filter(({ isSkipped }) => !isSkipped);
  return {
    source,
    reader,
    cases: matchingResults.length,
    skipped: matchingResults.length - completedResults.length,
    exact: average(
      matchingResults.map((result) => (result.isExact ? 1 : 0)),
      matchingResults.length,
    ),
    tokenF1: average(
      matchingResults.map((result) => result.tokenF1),
      matchingResults.length,
    ),
    msPerMail: average(
      completedResults.map(({ ms }) => ms),
      completedResults.length,
    ),
  };
}

const average = (values: readonly number[], count: number): number =>
  count === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / count;
