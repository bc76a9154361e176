import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseMail, type ParsedMail } from '../../shared/text/mail/parse-mail';
import { readAttachment } from '../../shared/text/mail/read-attachment';
import known from './known/mime.json';

interface ExpectedAttachment {
  filename?: string | null;
  content_type?: string;
  size?: number;
  sha256?: string;
}

interface ExpectedMail {
  subject?: string | null;
  accept_subject?: string[];
  from?: string[];
  to?: string[];
  message_id?: string | null;
  in_reply_to?: string | string[];
  references?: string | string[];
  text?: string;
  text_contains?: string[];
  html_contains?: string[];
  has_html?: boolean;
  attachment_count?: number;
  accept_attachment_count?: number[];
  attachments?: ExpectedAttachment[];
}

interface MimeCase {
  file: string;
  soft: boolean;
  expected: ExpectedMail;
}

const folder = resolve(process.env.CORPUS ?? '', 'mime');
const { cases }: { cases: MimeCase[] } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
const knownFailures = new Map(Object.entries(known));

/** The comparison of one field of an email, or of one field of an attachment. */
interface Finding {
  field: string;
  isCorrect: boolean;
}

const normalizeWhitespace = (text: string | null | undefined): string =>
  (text ?? '')
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const bareIds = (ids: string | readonly string[] | null): string[] => [
  ...new Set([ids ?? []].flat().map((id) => id.replace(/^<|>$/g, ''))),
];

const sameIds = (expected: string | string[] | null | undefined, read: string | readonly string[]) =>
  expected === undefined ? undefined : isSame(bareIds(expected), bareIds(read));

const isSame = (first: unknown, other: unknown): boolean => JSON.stringify(first) === JSON.stringify(other);

const lowerCase = (texts: readonly string[]): string[] => texts.map((text) => text.toLowerCase());

/** Compares the headers. Returns undefined for each header that the case does not specify. */
function headerFindings(mail: ParsedMail, expected: ExpectedMail): Record<string, boolean | undefined> {
  const subjects = [expected.subject, ...(expected.accept_subject ?? [])].map(normalizeWhitespace);
  const first = expected.from?.slice(0, 1);
  return {
    subject:
      expected.subject === undefined ? undefined : subjects.includes(normalizeWhitespace(mail.subject)),
    from: first && isSame(lowerCase(first), lowerCase(mail.from ? [mail.from.address] : [])),
    to: expected.to && isSame(lowerCase(expected.to), lowerCase(mail.to)),
    messageId: sameIds(expected.message_id, mail.messageId ?? []),
    inReplyTo: sameIds(expected.in_reply_to, mail.inReplyTo),
    references: sameIds(expected.references, mail.references),
  };
}

function bodyFindings(mail: ParsedMail, expected: ExpectedMail): Record<string, boolean | undefined> {
  const [text, html] = [normalizeWhitespace(mail.text), normalizeWhitespace(mail.html)];
  const counts = expected.accept_attachment_count ?? [expected.attachment_count];
  return {
    text: expected.text === undefined ? undefined : normalizeWhitespace(expected.text) === text,
    textContains: expected.text_contains?.every((piece) => text.includes(normalizeWhitespace(piece))),
    htmlContains: expected.html_contains?.every((piece) => html.includes(normalizeWhitespace(piece))),
    hasHtml: expected.has_html === undefined ? undefined : expected.has_html === (mail.html !== null),
    attachmentCount:
      expected.attachment_count === undefined ? undefined : counts.includes(mail.attachments.length),
  };
}

function attachmentFindings(raw: Buffer, index: number, expected: ExpectedAttachment): Finding[] {
  const found = readAttachment(raw, index);
  const sha256 = found && createHash('sha256').update(found.content).digest('hex');
  const values: [string, unknown, unknown][] = [
    ['attachment name', expected.filename, found?.filename ?? null],
    ['attachment type', expected.content_type, found?.contentType],
    ['attachment size', expected.size, found?.size],
    ['attachment bytes', expected.sha256, sha256],
  ];
  return values
    .filter(([, value]) => value !== undefined)
    .map(([field, value, read]) => ({ field, isCorrect: value === read }));
}

function findingsOf({ file, expected }: MimeCase): Finding[] {
  const raw = readFileSync(join(folder, file));
  const mail = parseMail(raw);
  const fields = Object.entries({ ...headerFindings(mail, expected), ...bodyFindings(mail, expected) });
  return [
    ...fields.flatMap(([field, isCorrect]) => (isCorrect === undefined ? [] : [{ field, isCorrect }])),
    ...(expected.attachments ?? []).flatMap((attachment, index) =>
      attachmentFindings(raw, index, attachment),
    ),
  ];
}

const incorrectFields = (mail: MimeCase): string[] =>
  findingsOf(mail).flatMap(({ field, isCorrect }) => (isCorrect ? [] : [field]));

test.each(cases.filter(({ file }) => !knownFailures.has(file)))('$file is parsed', (mail) => {
  expect(incorrectFields(mail)).toEqual([]);
});

test.each(cases.filter(({ file }) => knownFailures.has(file)))('$file still fails', (mail) => {
  expect(incorrectFields(mail)).not.toEqual([]);
});

test('every known failure is a case of the corpus', () => {
  const files = cases.map(({ file }) => file);

  expect([...knownFailures.keys()].filter((file) => !files.includes(file))).toEqual([]);
});

describe('over all cases', () => {
  const correctShare = (findings: readonly Finding[]) =>
    findings.filter(({ isCorrect }) => isCorrect).length / findings.length;

  test('attachments are correct in every unambiguous case', () => {
    const findings = cases.filter(({ soft }) => !soft).flatMap(findingsOf);

    expect(correctShare(findings.filter(({ field }) => field.startsWith('attachment')))).toBe(1);
  });

  test('at least 95 % of the fields match the corpus', () => {
    expect(correctShare(cases.filter(({ soft }) => soft).flatMap(findingsOf))).toBeGreaterThanOrEqual(0.95);
    expect(correctShare(cases.filter(({ soft }) => !soft).flatMap(findingsOf))).toBeGreaterThanOrEqual(0.95);
  });
});
