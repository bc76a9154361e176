import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import PostalMime from 'postal-mime';
import { parseMail } from '../../shared/text/mail/parse-mail';
import { readAttachment } from '../../shared/text/mail/read-attachment';

export interface MimeRow {
  parser: string;
  cases: number;
  /** The number of emails for which the parser threw an error. */
  threw: number;
  /** The percentage of correct subjects, among the cases with an expected subject. */
  subjectsCorrect: number;
  /** The percentage of correct attachment lists (all names, types and sizes), among the emails with attachments. */
  attachmentListsCorrect: number;
  /** The percentage of attachments whose bytes are correct. */
  bytesCorrect: number;
  msPerMail: number;
}

interface ReadAttachment {
  filename: string | null;
  content_type: string | null;
  size: number;
  sha256: string;
}

interface ParsedMail {
  subject: string | null | undefined;
  attachments: ReadAttachment[];
}

interface Case {
  file: string;
  expected: {
    subject?: string | null;
    accept_subject?: string[];
    attachments?: Partial<ReadAttachment>[];
  };
}

type Parse = (raw: Buffer) => Promise<unknown>;

/** For each parser, a function that only parses, and a function that also reads the result. */
const parsers: Record<string, { parse: Parse; read: (raw: Buffer) => Promise<ParsedMail> }> = {
  ours: {
    parse: (raw) => Promise.resolve(parseMail(raw)),
    read: (raw) => Promise.resolve(readWithParseMail(raw)),
  },
  mailparser: { parse: (raw) => simpleParser(raw, mailparserOptions), read: readMailparser },
  'postal-mime': { parse: (raw) => PostalMime.parse(raw, postalMimeOptions), read: readPostalMime },
};

const mailparserOptions = { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true };
const postalMimeOptions = { rfc822Attachments: true, attachmentEncoding: 'arraybuffer' } as const;

/** Measures how well each parser parses the emails in the folder `mime/` of the corpus. */
export async function measureMime(corpusDir: string): Promise<MimeRow[]> {
  const folder = join(corpusDir, 'mime');
  const manifest: { cases: Case[] } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  const mails = manifest.cases.map(({ file, expected }) => ({
    raw: readFileSync(join(folder, file)),
    expected,
  }));
  const rows: MimeRow[] = [];
  for (const parser of Object.keys(parsers)) rows.push(await measure(parser, mails));
  return rows;
}

interface Mail {
  raw: Buffer;
  expected: Case['expected'];
}

async function measure(parser: string, mails: readonly Mail[]): Promise<MimeRow> {
  const msPerMail = await measureMsPerMail(parser, mails);
  const parsedMails = await Promise.all(mails.map(({ raw }) => tryRead(parser, raw)));
  const scores = mails.map(({ expected }, index) => scoreParsed(expected, parsedMails[index]));
  return {
    parser,
    cases: mails.length,
    threw: parsedMails.filter((parsed) => parsed === undefined).length,
    subjectsCorrect: percentOf(scores.flatMap(({ subject }) => subject)),
    attachmentListsCorrect: percentOf(scores.flatMap(({ list }) => list)),
    bytesCorrect: percentOf(scores.flatMap(({ bytes }) => bytes)),
    msPerMail,
  };
}

const rounds = 3;

/** The first round is not measured, because V8 compiles the code in that round. */
async function measureMsPerMail(parser: string, mails: readonly Mail[]): Promise<number> {
  let started = 0;
  for (let round = 0; round <= rounds; round += 1) {
    if (round === 1) started = performance.now();
    for (const { raw } of mails) await parsers[parser]?.parse(raw).catch(() => undefined);
  }
  return Math.round(((performance.now() - started) / rounds / mails.length) * 1_000) / 1_000;
}

const tryRead = async (parser: string, raw: Buffer): Promise<ParsedMail | undefined> =>
  parsers[parser]?.read(raw).catch(() => undefined);

function readWithParseMail(raw: Buffer): ParsedMail {
  const mail = parseMail(raw);
  const attachments = mail.attachments.map(({ filename, contentType }, index) =>
    describeAttachment(filename, contentType, readAttachment(raw, index)?.content ?? Buffer.alloc(0)),
  );
  return { subject: mail.subject, attachments };
}

async function readMailparser(raw: Buffer): Promise<ParsedMail> {
  const mail = await simpleParser(raw, mailparserOptions);
  const attachments = mail.attachments.map(({ filename, contentType, content }) =>
    describeAttachment(filename ?? null, contentType, content),
  );
  return { subject: mail.subject, attachments };
}

async function readPostalMime(raw: Buffer): Promise<ParsedMail> {
  const mail = await PostalMime.parse(raw, postalMimeOptions);
  const attachments = mail.attachments.map(({ filename, mimeType, content }) =>
    describeAttachment(filename, mimeType, bufferOf(content)),
  );
  return { subject: mail.subject, attachments };
}

/** No overload of `Buffer.from` accepts both an `ArrayBuffer` and the other types. */
const bufferOf = (content: ArrayBuffer | Uint8Array | string): Buffer =>
  content instanceof ArrayBuffer ? Buffer.from(content) : Buffer.from(content);

const describeAttachment = (
  filename: string | null,
  content_type: string | null,
  content: Buffer,
): ReadAttachment => ({
  filename,
  content_type,
  size: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
});

interface Scores {
  subject: boolean[];
  list: boolean[];
  bytes: boolean[];
}

function scoreParsed(expected: Case['expected'], parsed: ParsedMail | undefined): Scores {
  const subjects = [expected.subject, ...(expected.accept_subject ?? [])].map(normalizeWhitespace);
  const wanted = expected.attachments ?? [];
  const found = parsed?.attachments ?? [];
  const isListCorrect =
    wanted.length === found.length &&
    wanted.every((attachment, index) => matchesExpected(attachment, found[index]));
  return {
    subject: expected.subject === undefined ? [] : [subjects.includes(normalizeWhitespace(parsed?.subject))],
    list: wanted.length === 0 ? [] : [isListCorrect],
    bytes: wanted.flatMap(({ sha256 }, index) =>
      sha256 === undefined ? [] : [sha256 === found[index]?.sha256],
    ),
  };
}

const normalizeWhitespace = (text: string | null | undefined): string =>
  (text ?? '').replace(/\s+/g, ' ').trim();

const matchesExpected = (wanted: Partial<ReadAttachment>, found: ReadAttachment | undefined): boolean =>
  (wanted.filename === undefined || wanted.filename === found?.filename) &&
  (wanted.content_type === undefined || wanted.content_type === found?.content_type) &&
  (wanted.size === undefined || wanted.size === found?.size);

const percentOf = (responses: readonly boolean[]): number =>
  Math.round((responses.filter(Boolean).length / Math.max(1, responses.length)) * 1_000) / 10;
