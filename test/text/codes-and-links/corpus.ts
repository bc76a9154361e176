import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { escapeHtml } from '../../../shared/text/html';

/** A message in one format, with the codes that it should have. */
export interface CorpusMail {
  /** Such as `held-out/en 3 as HTML`, the third message of the file. */
  name: string;
  language: string;
  subject: string;
  text: string | null;
  html: string | null;
  expected: Readonly<Record<'otp' | 'reference' | 'coupon', readonly string[]>>;
}

const corpusDir = join(__dirname, 'corpus');

/**
 * Reads all messages. A message without HTML and without quotes counts twice: as it is, and as HTML with a paragraph
 * for each paragraph of the text.
 */
export const corpusMails = (): CorpusMail[] =>
  readdirSync(corpusDir).flatMap((folder) =>
    readdirSync(join(corpusDir, folder)).flatMap((file) =>
      readBlocks(join(corpusDir, folder, file)).flatMap((block, index) =>
        inBothFormats(readMail(`${folder}/${basename(file, '.txt')}`, index + 1, block)),
      ),
    ),
  );

/** A message starts with `== `. */
const readBlocks = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .split(/^== /m)
    .filter((block) => block.trim() !== '');

/** The first line has the expected codes by kind, the second line is the subject. The HTML stands below `html:`. */
function readMail(file: string, number: number, block: string): CorpusMail {
  const [expected = '', subject = '', ...rest] = block.trimEnd().split('\n');
  const [text = '', html = null] = rest.join('\n').split(/^html:\n/m);
  const valuesOf = (kind: string) => new RegExp(`\\b${kind} ([^;]+)`).exec(expected)?.[1]?.split(', ') ?? [];
  return {
    name: `${file} ${number}`,
    language: basename(file),
    subject,
    text: text.trim() === '' ? null : text,
    html,
    expected: { otp: valuesOf('otp'), reference: valuesOf('reference'), coupon: valuesOf('coupon') },
  };
}

function inBothFormats(mail: CorpusMail): CorpusMail[] {
  if (mail.html !== null || mail.text === null || /^>|^From: /m.test(mail.text)) return [mail];
  const paragraphs = mail.text.split(/\n{2,}/).map((paragraph) => `<p>${toHtmlLines(paragraph)}</p>`);
  return [mail, { ...mail, name: `${mail.name} as HTML`, text: null, html: paragraphs.join('\n') }];
}

const toHtmlLines = (text: string): string => text.split('\n').map(escapeHtml).join('<br>');
