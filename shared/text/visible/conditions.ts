import { significantNodes } from './css-values';
import { parseCss } from './declarations';
import { readProperty } from './shorthands';

/** The condition of rules that hold in every client that reads conditions: `@media (min-width: 1px)`. */
export const readingConditions = 'reading conditions';

/** Joins the conditions that must all hold. A client in which another condition holds reads conditions. */
export function joinConditions(...conditions: readonly (string | undefined)[]): string | undefined {
  const all = conditions.filter((condition) => condition !== undefined);
  const others = all.filter((condition) => condition !== readingConditions);
  return others.join(' and ') || all[0];
}

/** Returns the condition of a media query list: undefined for all screens, and `never` if no screen matches. */
export function mediaCondition(list: string): string | undefined {
  const queries = list
    .toLowerCase()
    .replace(/\/\*[^]*?(?:\*\/|$)/g, ' ')
    .split(',')
    .map(plainQuery);
  if (queries.some((query) => /^(?:|all|screen)$/.test(query))) return undefined;
  if (queries.some(isForEveryScreen)) return readingConditions;
  const possible = queries.filter((query) => !isForPaper(query));
  return possible.length === 0 ? 'never' : possible.join(', ');
}

/** Removes spaces and media types that mean nothing, so that equal conditions are equal texts. */
const plainQuery = (query: string): string =>
  query
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ ?([:<>=]) ?|(?<=\() | (?=\))/g, '$1')
    .replace(/^only /, '')
    .replace(/^(?:all|screen) and (?=\()/, '');

const isForPaper = (query: string): boolean =>
  /^(?:print|speech|aural|braille|embossed|projection|tty|tv|handheld)\b|^not (?:all|screen)$/.test(query);

/** Whether the query excludes what is not a screen. */
const isNotForPaper = (query: string): boolean =>
  /^not (?!all|screen)/.test(query) && isForPaper(query.slice(4));

/** The widths and heights, in pixels, that every screen has at least and at most. */
const [everySizeMin, everySizeMax] = [320, 2_560];

/** Whether every screen matches, although the query has features. */
const isForEveryScreen = (query: string): boolean =>
  isNotForPaper(query) || query.split(/\s?and\s?(?=\()/).every(isOfEveryScreen);

function isOfEveryScreen(feature: string): boolean {
  if (/^\((?:(?:min-)?color(?::[1-8])?|(?:-webkit-)?min-device-pixel-ratio:[01](?:\.0*)?)\)$/.test(feature))
    return true;
  const [, name, digits, unit] =
    /^\(((?:min|max)-(?:device-)?(?:width|height)|(?:width|height)[<>]=?):?([\d.]+)(px|r?em|)\)$/.exec(
      feature,
    ) ?? [];
  if (name === undefined) return false;
  const size = Number(digits) * (unit?.endsWith('em') ? 16 : 1);
  return /^min|>/.test(name) ? size <= everySizeMin : size >= everySizeMax;
}

/** Returns the condition of `@supports`. All clients that read it support the properties that are read here. */
export function supportsCondition(list: string): string {
  const [, not, declarations = ''] = /^\s*(not\s*)?(\([^]*\))\s*$/i.exec(list) ?? [];
  const known = declarations.split(/\)\s*(?:and|or)\s*\(/i).map(isSupported);
  if (declarations === '' || known.includes(false)) return `supports ${list}`;
  return not ? 'never' : readingConditions;
}

function isSupported(declaration: string): boolean {
  const [, name = '', value = ''] = /^[\s(]*([a-z-]+)\s*:([^]*?)[\s)]*$/i.exec(declaration) ?? [];
  return readProperty(name.toLowerCase(), significantNodes(parseCss(value))).length > 0;
}
