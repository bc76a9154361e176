import { TooComplexError } from './too-complex';

/** The maximum length of a selector. Lists in nested rules multiply their length. */
const selectorLengthMax = 10_000;

/** Returns the selectors of a rule inside of another rule, as one list without nesting. */
export function nestSelectors(selectors: readonly string[], parent: string | undefined): string {
  const nested = selectors.map((selector) => nestSelector(selector, parent)).join(',');
  if (parent !== undefined && nested.length > selectorLengthMax)
    throw new TooComplexError('A selector is too long');
  return nested;
}

function nestSelector(selector: string, parent: string | undefined): string {
  if (parent === undefined) return selector.replace(/&/g, ':root');
  const isList = parent.includes(',');
  const start = isList ? `:is(${parent})` : parent;
  if (!selector.includes('&')) return `${start} ${selector}`;
  const rest = selector.replace(/^&/, '').replace(/&/g, () => `:is(${parent})`);
  return selector.startsWith('&') ? start + rest : rest;
}

/**
 * Returns a function that limits selectors to a scope, such as `(.card) to (.content)`. Undefined if the scope has no
 * selector of its own.
 */
export function limitOf(scope: string): ((selector: string) => string) | undefined {
  const [, start, end] = /^\(([^]+?)\)(?:\s*to\s*\(([^]+)\))?$/i.exec(scope) ?? [];
  if (start === undefined) return undefined;
  const limit = `:where(:is(${start}),:is(${start}) *)`;
  const excluded = end === undefined ? '' : `:where(:not(:is(${end}),:is(${end}) *))`;
  return (selector) => {
    const rooted = /^[>+~]/.test(selector) ? `:scope ${selector}` : selector;
    const named = rooted.replace(/:scope\b|&/g, () => `:where(${start})`);
    return named.replace(/(?=::)|$/, () => limit + excluded);
  };
}
