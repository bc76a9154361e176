import { htmlEntity } from './html-entity';

/**
 * The syntax of a text. `expressions` are placeholders, fallbacks, conditions and `\{{`. Texts that were saved before
 * expressions existed have only `placeholders`, so that their emails do not change: other braces are mailed as they are.
 */
export type Syntax = 'placeholders' | 'expressions';

export type Token =
  | { kind: 'text'; text: string }
  | ({ kind: 'value'; name: string; fallback: string | undefined } & Braces)
  | ({ kind: 'if'; name: string } & Braces)
  | ({ kind: 'else' } & Braces)
  | ({ kind: 'end' } & Braces)
  /** Braces that are no expression. They are mailed as they are. */
  | ({ kind: 'invalid' } & Braces);

/** The braces as the author wrote them, and their position in the text. */
interface Braces {
  text: string;
  index: number;
}

/** `{{name}}`, with optional white space inside the braces. A name consists of ASCII letters, digits, `_` and `.`. */
const placeholder = /\{\{\s*([A-Za-z0-9_.]+)\s*\}\}/g;

/** `\{{`, three braces or more, braces with a content, and an opening that is never closed. */
const braces = /\\\{\{|\{{3,}[^{}]*\}*|\{\{([^{}]*)\}\}|\{\{/g;

/** Splits the text at its placeholders. Takes linear time, because each part of a pattern ends at a brace. */
export function* tokenize(text: string, syntax: Syntax): Generator<Token> {
  let end = 0;
  for (const match of text.matchAll(syntax === 'expressions' ? braces : placeholder)) {
    if (match.index > end) yield { kind: 'text', text: text.slice(end, match.index) };
    yield syntax === 'expressions' ? readBraces(match) : readPlaceholder(match);
    end = match.index + match[0].length;
  }
  if (end < text.length) yield { kind: 'text', text: text.slice(end) };
}

const readPlaceholder = ({ 0: text, 1: name = '', index }: RegExpExecArray): Token => ({
  kind: 'value',
  name,
  fallback: undefined,
  text,
  index,
});

const expression =
  /^\s*(?:(?<keyword>else|\/if)|#if\s+(?<tested>[\w.]+)|(?<name>[\w.]+)(?:\s*\|\s*(?<quoted>"[^"\r\n]*"|'[^'\r\n]*'))?)\s*$/;
/**
 * An HTML entity in a fallback would be escaped again and mailed as `&amp;`. A backslash at its end would escape the
 * braces of a placeholder after it.
 */
const refusedFallback = new RegExp(`${htmlEntity.source}|\\\\.$`);

function readBraces({ 0: text, 1: content, index }: RegExpExecArray): Token {
  if (text === escapedBraces) return { kind: 'text', text: '{{' };
  if (content === undefined) return { kind: 'invalid', text, index };
  const { keyword, tested, name, quoted } = expression.exec(content)?.groups ?? {};
  if (keyword) return { kind: keyword === 'else' ? 'else' : 'end', text, index };
  if (tested) return { kind: 'if', name: tested, text, index };
  if (!name || (quoted && refusedFallback.test(quoted))) return { kind: 'invalid', text, index };
  return { kind: 'value', name, fallback: quoted?.slice(1, -1), text, index };
}

const escapedBraces = '\\{{';

/** Returns the distinct names for which the texts need a value, in the order of their first appearance. */
export const requiredNames = (...texts: readonly (readonly [text: string, syntax: Syntax])[]): string[] => [
  ...new Set(texts.flatMap(([text, syntax]) => [...listRequiredNames(text, syntax)])),
];

/** A name is not required where it has a fallback, or where a condition has found that it has a value. */
function* listRequiredNames(text: string, syntax: Syntax): Generator<string> {
  const tested: (string | undefined)[] = [];
  for (const token of tokenize(text, syntax)) {
    if (token.kind === 'if') tested.push(token.name);
    if (token.kind === 'else') tested.splice(-1, 1, undefined);
    if (token.kind === 'end') tested.pop();
    if (token.kind === 'value' && token.fallback === undefined && !tested.includes(token.name))
      yield token.name;
  }
}

/** Returns undefined for a missing value. */
export type ValueOf = (name: string) => string | undefined;

/** `constructor` is a valid variable name, so do not read inherited properties. */
export const valueReader =
  (variables: Readonly<Partial<Record<string, string>>>): ValueOf =>
  (name) =>
    Object.hasOwn(variables, name) ? variables[name] : undefined;

/** Fills the text. Values are escaped, but are not searched for placeholders. A missing value is empty. */
export function fillPlaceholders(
  text: string,
  syntax: Syntax,
  valueOf: ValueOf,
  escape: (value: string) => string = (value) => value,
): string {
  return printTokens(text, syntax, valueOf, (token) =>
    token.kind === 'value' ? escape(valueOf(token.name) || (token.fallback ?? '')) : token.text,
  );
}

/**
 * Resolves the conditions and fallbacks of an HTML text, but keeps the placeholders of present values. Many recipients
 * therefore have the same resolved HTML, from which the plain text is derived.
 */
export const resolveExpressions = (
  html: string,
  valueOf: ValueOf,
  escape: (value: string) => string,
): string =>
  printTokens(html, 'expressions', valueOf, (token) => {
    if (token.kind === 'text' && token.text === '{{') return escapedBraces;
    if (token.kind !== 'value' || token.fallback === undefined) return token.text;
    return valueOf(token.name) ? `{{${token.name}}}` : escape(token.fallback);
  });

type Printed = Extract<Token, { kind: 'text' | 'value' | 'invalid' }>;

function printTokens(
  text: string,
  syntax: Syntax,
  valueOf: ValueOf,
  print: (token: Printed) => string,
): string {
  let printed = '';
  const branches: boolean[] = [];
  for (const token of tokenize(text, syntax)) {
    if (token.kind === 'if') branches.push(isTrue(valueOf(token.name)));
    else if (token.kind === 'else') branches.push(!branches.pop());
    else if (token.kind === 'end') branches.pop();
    else if (!branches.includes(false)) printed += print(token);
  }
  return printed;
}

const isTrue = (value: string | undefined): boolean =>
  value !== undefined && value !== '' && value !== 'false';
