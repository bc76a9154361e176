import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAutomated } from '../../shared/text/automated';
import { parseMail } from '../../shared/text/mail/parse-mail';
import type { Header } from '../../shared/text/mail/written-headers';

export interface AutomatedRow {
  rules: string;
  /** The share of automated emails that were detected. */
  recall: number;
  /** The share of detected emails that are automated. */
  precision: number;
  falsePositives: number;
  msPerMail: number;
}

interface Case {
  file: string;
  expected: { automated: boolean };
}

interface LabeledMail {
  headers: readonly Header[];
  isAutomated: boolean;
}

type Rule = (headers: readonly Header[]) => boolean;

/** Our rules, and common rules for comparison. */
const rules: Record<string, Rule> = {
  ours: (headers) => isAutomated(headers, null),
  'standard headers': hasStandardHeader,
  'also Precedence, X-Auto-Response-Suppress': (headers) =>
    hasStandardHeader(headers) ||
    headerMatches(headers, 'precedence', /bulk|junk|list|auto_reply/i) ||
    headerMatches(headers, 'x-auto-response-suppress', /\S/),
};

/**
 * Measures how well each rule distinguishes automated email from personal email in the folder `auto/` of the corpus.
 */
export function measureAutomated(corpusDir: string): AutomatedRow[] {
  const mails = readMails(join(corpusDir, 'auto'));
  return Object.entries(rules).map(([name, rule]) => ({ rules: name, ...measure(mails, rule) }));
}

function readMails(folder: string): LabeledMail[] {
  const manifest: { cases: Case[] } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  return manifest.cases.map(({ file, expected }) => {
    // Remove the leading blank lines of the mailbox file.
    const raw = readFileSync(join(folder, file), 'latin1').trimStart();
    return { headers: parseMail(Buffer.from(raw, 'latin1')).headers, isAutomated: expected.automated };
  });
}

const rounds = 20;

function measure(mails: readonly LabeledMail[], rule: Rule): Omit<AutomatedRow, 'rules'> {
  const found = mails.filter(({ headers }) => rule(headers));
  const truePositives = found.filter((mail) => mail.isAutomated).length;
  const started = performance.now();
  for (let round = 0; round < rounds; round += 1) for (const { headers } of mails) rule(headers);
  return {
    recall: truePositives / mails.filter((mail) => mail.isAutomated).length,
    precision: truePositives / found.length,
    falsePositives: found.length - truePositives,
    msPerMail: (performance.now() - started) / (rounds * mails.length),
  };
}

function hasStandardHeader(headers: readonly Header[]): boolean {
  return (
    headerMatches(headers, 'auto-submitted', /^(?!no\b)\S/i) ||
    headerMatches(headers, 'content-type', /^multipart\/report/i) ||
    headerMatches(headers, 'return-path', /^<\s*>$/) ||
    headerMatches(headers, 'from', /\b(mailer-daemon|postmaster)\b/i) ||
    headerMatches(headers, 'x-failed-recipients', /\S/) ||
    headerMatches(headers, 'x-autoreply', /\S/)
  );
}

const headerMatches = (headers: readonly Header[], headerName: string, pattern: RegExp): boolean =>
  headers.some(({ name, value }) => name === headerName && pattern.test(value));
