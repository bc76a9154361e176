import { readdirSync, readFileSync } from 'node:fs';
import { isSkipped } from './skipped-blocks';

/** A block that the reader runs or saves to a file, with the responses that the page shows below it. */
export interface Step {
  /** The position of the block, such as `docs/sending.md:27`. */
  location: string;
  code: string;
  /** The name after `Save this as` above the block. */
  file: string | undefined;
  examples: unknown[];
}

const headingOrBlock = /^#+ [^\n]*$|^(?<indent> *)```(?<language>\w*)\n(?<code>.*?)^ *```$/gms;

/** The pages that readers follow in a terminal, in reading order. */
export const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => `docs/${name}`),
];

/** Returns the steps of the page, in order. */
export const readSteps = (page: string): Step[] => parseSteps(page, readFileSync(page, 'utf8'));

/** Returns the languages of the page's blocks. */
export const languagesOf = (page: string): string[] =>
  parseBlocks(readFileSync(page, 'utf8')).map(({ language }) => language);

/** The pages with commands that the tests run. */
export const runnablePages = pages.filter((page) => readSteps(page).length > 0);

/** Returns the steps of the page. A JSON block is the response to the commands between it and the previous heading. */
export function parseSteps(page: string, text: string): Step[] {
  const steps: Step[] = [];
  let currentStep: Step | undefined;
  for (const block of parseBlocks(text)) {
    const location = `${page}:${block.line}`;
    const file = /Save this as `(.+?)`/.exec(block.paragraphAbove)?.[1];
    if (block.language === 'heading') currentStep = undefined;
    else if (block.language === 'json') currentStep?.examples.push(JSON.parse(block.code));
    else if ((block.language === 'sh' || file) && !isSkipped(page, block.code)) {
      currentStep = { location, code: block.code, file, examples: [] };
      steps.push(currentStep);
    } else if (block.language === 'sh') currentStep = undefined;
  }
  return steps;
}

interface Block {
  /** The language of the fence, or `heading` for a heading. */
  language: string;
  code: string;
  line: number;
  /** The paragraph before the block. */
  paragraphAbove: string;
}

function parseBlocks(text: string): Block[] {
  return [...text.matchAll(headingOrBlock)].map(({ index, groups = {} }) => {
    const before = text.slice(0, index);
    const isHeading = groups['code'] === undefined;
    return {
      language: isHeading ? 'heading' : (groups['language'] ?? ''),
      code: (groups['code'] ?? '').replaceAll(new RegExp(`^${groups['indent']}`, 'gm'), ''),
      line: before.split('\n').length,
      paragraphAbove: before.trimEnd().split('\n\n').at(-1) ?? '',
    };
  });
}
