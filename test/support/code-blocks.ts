export interface CodeBlock {
  language: string;
  code: string;
  /** The last file that the paragraph above the block names, if the paragraph ends with a colon. */
  file: string | undefined;
}

/** The code blocks of a Markdown text, in order. */
export const codeBlocksOf = (text: string): CodeBlock[] =>
  [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(({ index, 1: language = '', 2: code = '' }) => ({
    language,
    code,
    file: fileIn(text.slice(0, index).trimEnd().split('\n\n').at(-1) ?? ''),
  }));

const fileIn = (paragraph: string): string | undefined =>
  paragraph.endsWith(':') ? [...paragraph.matchAll(/`([\w./-]+\.(?:ts|js|json))`/g)].at(-1)?.[1] : undefined;
