import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readReply } from '../../shared/text/reply/read-reply';

interface Case {
  file: string;
  charset: string;
  expected: { text: string; accept?: string[] };
}

const folder = join(process.env.CORPUS ?? '', 'mime');
const { cases }: { cases: Case[] } = JSON.parse(
  readFileSync(join(folder, 'manifest_html2text.json'), 'utf8'),
);
/** What nobody sees is no part of a word. */
const wordsOf = (text: string): string =>
  (text.replace(/[\u200b-\u200d\ufeff]/g, '').match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

test.each(cases.map((one) => [one.file, one] as const))(
  '%s shows every word that a reader sees, in their order',
  (file, { charset, expected }) => {
    const html = new TextDecoder(charset).decode(readFileSync(join(folder, file)));
    const { text, rawText } = readReply({ text: null, html });

    const accepted = [expected.text, ...(expected.accept ?? [])].map(wordsOf);
    expect([text, rawText ?? ''].filter((shown) => accepted.includes(wordsOf(shown)))).not.toEqual([]);
  },
);
