import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readReply } from '../../shared/text/reply/read-reply';

interface HtmlCase {
  file: string;
  charset: string;
  expected: { text: string; accept?: string[] };
}

const folder = join(process.env.CORPUS ?? '', 'mime');
const { cases }: { cases: HtmlCase[] } = JSON.parse(
  readFileSync(join(folder, 'manifest_html2text.json'), 'utf8'),
);
/** Returns the words of a text. Invisible characters do not separate or extend words. */
const wordsOf = (text: string): string =>
  (text.replace(/[\u200b-\u200d\ufeff]/g, '').match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

test.each(cases.map((testCase) => [testCase.file, testCase] as const))(
  '%s yields every visible word in order',
  (file, { charset, expected }) => {
    const html = new TextDecoder(charset).decode(readFileSync(join(folder, file)));
    const { text, rawText } = readReply({ text: null, html });

    const accepted = [expected.text, ...(expected.accept ?? [])].map(wordsOf);
    expect(
      [text, rawText ?? ''].filter((displayedText) => accepted.includes(wordsOf(displayedText))),
    ).not.toEqual([]);
  },
);
