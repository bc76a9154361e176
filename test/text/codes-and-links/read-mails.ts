import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A message with the codes and links that it should have. */
export interface CorpusMail {
  language: string;
  /** The position in the file, from 1. */
  number: number;
  subject: string;
  text: string | null;
  html: string | null;
  otp: readonly string[];
  reference: readonly string[];
  coupon: readonly string[];
}

/**
 * Reads the messages of a folder, one file for each language. A message starts with `== ` and its codes, by kind;
 * the next line is its subject. Below `html:` follows the HTML.
 */
export const readMails = (folder: string): CorpusMail[] =>
  readdirSync(folder)
    .sort()
    .flatMap((file) =>
      readFileSync(join(folder, file), 'utf8')
        .split(/^== /m)
        .filter((block) => block.trim() !== '')
        .map((block, index) => readMail(basename(file, '.txt'), index + 1, block)),
    );

function readMail(language: string, number: number, block: string): CorpusMail {
  const [expected = '', subject = '', ...rest] = block.trimEnd().split('\n');
  const [text = '', html] = rest.join('\n').split(/^html:\n/m);
  const valuesOf = (kind: string) =>
    new RegExp(`\\b${kind} ([^;]+)`)
      .exec(expected)?.[1]
      ?.split(/,\s*/)
      .map((value) => value.trim()) ?? [];
  return {
    language,
    number,
    subject,
    text: text.trim() === '' ? null : text,
    html: html ?? null,
    otp: valuesOf('otp'),
    reference: valuesOf('reference'),
    coupon: valuesOf('coupon'),
  };
}
