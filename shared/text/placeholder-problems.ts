import { htmlEntity } from './html-entity';
import { findOtherBraces, type TextKind } from './other-braces';
import { fillPlaceholders, tokenize, type Syntax, type Token } from './placeholders';

const problemsMax = 10;
const nestingMax = 2;

type BracesToken = Exclude<Token, { kind: 'text' }>;

/** A part of the text, and its position. */
type TextRange = Pick<BracesToken, 'text' | 'index'>;

/** Braces that the author probably meant as an expression, and the reason why they are not. */
interface Problem {
  token: TextRange;
  reason: string;
}

/** Describes the first braces that are no expression, with their line and column and with the valid syntax. */
export const findPlaceholderProblems = (text: string, kind: TextKind = 'text'): string[] =>
  takeFirst(listAll(text, kind)).map((problem) => describe(text, problem));

function* listAll(text: string, kind: TextKind): Generator<Problem> {
  yield* listProblems(text);
  yield* listUnlikelyNames(text);
  for (const { reason, ...token } of findOtherBraces(text, kind)) yield { token, reason };
}

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
function* listUnfilled(text: string): Generator<{ token: TextRange }> {
  for (const token of bracesIn(text))
    if (fillPlaceholders(token.text, 'placeholders', () => '') !== '') yield { token };
}

function* listProblems(text: string): Generator<Problem> {
  const open: { token: BracesToken; hasElse: boolean }[] = [];
  for (const token of bracesIn(text)) {
    const block = open.at(-1);
    switch (token.kind) {
      case 'invalid':
        yield { token, reason: reasonFor(text, token) };
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

/**
 * Names that the author meant otherwise: a keyword in capital letters, and the dot, which other languages have for the
 * item of a loop. Stored texts may contain them as names, so they are names when a text is filled.
 */
function* listUnlikelyNames(text: string): Generator<Problem> {
  for (const token of bracesIn(text)) {
    if (token.kind !== 'value' && token.kind !== 'if') continue;
    if (/^else$/i.test(token.name)) yield { token, reason: 'Write {{else}} in small letters' };
    if (/^\.+$/.test(token.name))
      yield { token, reason: 'A name must contain a letter, a digit or an underscore' };
  }
}

/** The first pattern that the braces match gives the reason. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/^\{{3}/, 'Use two braces. Values are always escaped in the HTML'],
  [/^\{\{\s*\}\}$/, 'The braces are empty'],
  [htmlEntity, 'Write the character itself instead of an HTML entity'],
  [/[“”„«»‘’]/, 'Use straight quotation marks'],
  [/^\{\{\s*(?:else\s|else?if\b|elsif\b|elif\b)/i, 'There is no {{else if}}. Nest a second condition'],
  [/^\{\{\s*(?:#if\s+[\w.]+|\/if)\s*\}\}$/i, 'Write {{#if name}} and {{/if}} in small letters'],
  [
    /^\{\{\s*(?:[#/^>!&*]|(?:if|unless|each|with|end)\s)/i,
    'Only {{#if name}}, {{else}} and {{/if}} are available',
  ],
  [/\|.*\\["']\s*\}\}$/, 'A fallback must not end in a backslash'],
  [/\|/, 'A fallback is a text on one line in straight quotation marks'],
];

function reasonFor(text: string, { text: braces, index }: TextRange): string {
  if (braces === '{{')
    return fallbackWithBraces.test(text.slice(index, index + unclosedLengthMax))
      ? 'A fallback must not contain braces'
      : 'The braces are not closed';
  return (
    reasons.find(([pattern]) => pattern.test(braces))?.[1] ??
    'A name may contain only ASCII letters, digits, underscores and dots'
  );
}

/** An opening that seems unclosed because its fallback contains a brace. */
const fallbackWithBraces = /^\{\{[^{}|\r\n]*\|\s*(?:"[^"\r\n]*"|'[^'\r\n]*')/;

/** The length of the text after an opening in which a fallback is looked for. */
const unclosedLengthMax = 200;

const allowed =
  'Write {{name}}, {{name | "fallback"}} or {{#if name}}…{{else}}…{{/if}}, or \\{{ for the braces themselves';

const describe = (text: string, { token, reason }: Problem): string =>
  `${locate(text, token)} is not valid. ${reason}. ${allowed}`;

const shownLengthMax = 60;

/** `{{first-name}} at line 2, column 7`. An opening without an end is shown with the text after it. */
function locate(text: string, { text: braces, index }: TextRange): string {
  const lines = text.slice(0, index).split(/\r\n|\r|\n/);
  const shown = (braces === '{{' ? text.slice(index, index + 20) : braces).replace(/[^\S\ufeff]+/g, ' ');
  const shortened = shown.length > shownLengthMax ? `${shown.slice(0, shownLengthMax)}…` : shown;
  return `${shortened} at line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}
