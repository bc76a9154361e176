import { fillPlaceholders, tokenize, type Syntax, type Token } from './placeholders';

const problemsMax = 10;
const nestingMax = 2;

type BracesToken = Exclude<Token, { kind: 'text' }>;

/** Braces that the author probably meant as an expression, and the reason why they are not. */
interface Problem {
  token: BracesToken;
  reason: string;
}

/** Describes the first braces that are no expression, with their line and column and with the valid syntax. */
export const findPlaceholderProblems = (text: string): string[] =>
  takeFirst(listProblems(text)).map((problem) => describe(text, problem));

/** Describes the first braces of a saved text that are mailed. */
export function findMailedBraces(text: string, syntax: Syntax): string[] {
  const mailed = syntax === 'expressions' ? listProblems(text) : listUnfilled(text);
  return takeFirst(mailed).map(
    ({ token }) => `${locate(text, token)} is not a placeholder, so its braces are mailed`,
  );
}

function takeFirst<T>(found: Iterable<T>): T[] {
  const first: T[] = [];
  for (const one of found) if (first.push(one) === problemsMax) break;
  return first;
}

function* bracesIn(text: string): Generator<BracesToken> {
  for (const token of tokenize(text, 'expressions')) if (token.kind !== 'text') yield token;
}

/** The braces that remain where only placeholders are filled. */
function* listUnfilled(text: string): Generator<{ token: BracesToken }> {
  for (const token of bracesIn(text))
    if (fillPlaceholders(token.text, 'placeholders', () => '') !== '') yield { token };
}

function* listProblems(text: string): Generator<Problem> {
  const open: { token: BracesToken; hasElse: boolean }[] = [];
  for (const token of bracesIn(text)) {
    const block = open.at(-1);
    switch (token.kind) {
      case 'invalid':
        yield { token, reason: reasonFor(token.text) };
        break;
      case 'if':
        if (open.length >= nestingMax)
          yield { token, reason: `Conditions can be nested only ${nestingMax} deep` };
        open.push({ token, hasElse: false });
        break;
      case 'else':
        if (!block) yield { token, reason: 'It is not inside {{#if name}}…{{/if}}' };
        else if (block.hasElse) yield { token, reason: 'The condition already has {{else}}' };
        else block.hasElse = true;
        break;
      case 'end':
        if (!open.pop()) yield { token, reason: 'This {{/if}} has no matching {{#if name}}' };
        break;
      case 'value':
    }
  }
  for (const { token } of open) yield { token, reason: 'This condition has no {{/if}}' };
}

/** The first pattern that the braces match gives the reason. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/^\{{3}/, 'Use two braces. Values are always escaped in the HTML'],
  [/^\{\{$/, 'The braces are not closed'],
  [/^\{\{\s*\}\}$/, 'The braces are empty'],
  [/&(?:#\w+|[A-Za-z]\w*);/, 'Write the character itself instead of an HTML entity'],
  [/[“”„«»‘’]/, 'Use straight quotation marks'],
  [/^\{\{\s*else\s/, 'There is no {{else if}}. Nest a second condition'],
  [/^\{\{\s*[#/^>!&*]/, 'Only {{#if name}}, {{else}} and {{/if}} are available'],
  [/\|.*\\["']\s*\}\}$/, 'A fallback must not end in a backslash'],
  [/\|/, 'A fallback is a text on one line in straight quotation marks'],
];

const reasonFor = (braces: string): string =>
  reasons.find(([pattern]) => pattern.test(braces))?.[1] ??
  'A name may contain only ASCII letters, digits, underscores and dots';

const allowed =
  'Write {{name}}, {{name | "fallback"}} or {{#if name}}…{{else}}…{{/if}}, or \\{{ for the braces themselves';

const describe = (text: string, { token, reason }: Problem): string =>
  `${locate(text, token)} is not valid. ${reason}. ${allowed}`;

const shownLengthMax = 60;

/** `{{first-name}} at line 2, column 7`. An opening without an end is shown with the text after it. */
function locate(text: string, { text: braces, index }: BracesToken): string {
  const lines = text.slice(0, index).split(/\r\n|\r|\n/);
  const shown = (braces === '{{' ? text.slice(index, index + 20) : braces).replace(/\s+/g, ' ');
  const shortened = shown.length > shownLengthMax ? `${shown.slice(0, shownLengthMax)}…` : shown;
  return `${shortened} at line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}
