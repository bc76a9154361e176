import { readdirSync, readFileSync } from 'node:fs';
import { doesNotRun } from './not-run';

/** A block that its reader runs, or puts into a file, with the answers that the page shows below it. */
export interface Step {
  /** Where it stands, such as `docs/sending.md:27`. */
  place: string;
  code: string;
  /** `Save this as` and a name stands above the block. */
  file: string | undefined;
  examples: unknown[];
}

const headingOrFence = /^#+ [^\n]*$|^(?<indent> *)```(?<language>\w*)\n(?<code>.*?)^ *```$/gms;

/** The pages that somebody reads with a terminal beside them, in the order in which they are met. */
export const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => `docs/${name}`),
];

/** What the page has its reader do, in order. */
export const stepsOf = (page: string): Step[] => stepsIn(page, readFileSync(page, 'utf8'));

/** In which languages its blocks are. */
export const languagesOf = (page: string): string[] =>
  partsOf(readFileSync(page, 'utf8')).map(({ language }) => language);

/** Those with commands that run here. */
export const walked = pages.filter((page) => stepsOf(page).length > 0);

/** A JSON block is the answer to the commands above it, up to the next heading. */
export function stepsIn(page: string, text: string): Step[] {
  const steps: Step[] = [];
  let answered: Step | undefined;
  for (const part of partsOf(text)) {
    const place = `${page}:${part.line}`;
    const file = /Save this as `(.+?)`/.exec(part.above)?.[1];
    if (part.language === 'heading') answered = undefined;
    else if (part.language === 'json') answered?.examples.push(JSON.parse(part.code));
    else if ((part.language === 'sh' || file) && !doesNotRun(page, part.code)) {
      answered = { place, code: part.code, file, examples: [] };
      steps.push(answered);
    } else if (part.language === 'sh') answered = undefined;
  }
  return steps;
}

interface Part {
  /** That of the fence; `heading` for a heading. */
  language: string;
  code: string;
  line: number;
  /** The paragraph before it. */
  above: string;
}

function partsOf(text: string): Part[] {
  return [...text.matchAll(headingOrFence)].map(({ index, groups = {} }) => {
    const before = text.slice(0, index);
    const isHeading = groups['code'] === undefined;
    return {
      language: isHeading ? 'heading' : (groups['language'] ?? ''),
      code: (groups['code'] ?? '').replaceAll(new RegExp(`^${groups['indent']}`, 'gm'), ''),
      line: before.split('\n').length,
      above: before.trimEnd().split('\n\n').at(-1) ?? '',
    };
  });
}
