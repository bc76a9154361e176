/** Joiners, which are part of words in some scripts, and of some emoji. */
const joiners = '\\u200c\\u200d';

/** Soft hyphens, zero-width spaces, blank letters, and other characters that show nothing. */
const blanks =
  '\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u2060-\\u2064\\u206a-\\u206f\\u3164\\ufeff\\uffa0' +
  '\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}';

/** Tags and variation selectors, which can spell words that only programs read. */
const codes = '\\u{e0000}-\\u{e0fff}';

/** A black flag with tags is the flag of a region, such as Scotland. A variation selector changes one letter. */
const usedCodes = '\\u{1f3f4}[\\u{e0030}-\\u{e007a}]{1,6}\\u{e007f}|\\p{Script=Han}[\\u{e0100}-\\u{e01ef}]';

const insideWord = '[\\p{L}\\p{M}\\p{N}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f]';

const invisible = new RegExp(
  [
    `(${usedCodes})`,
    `[${blanks}${codes}]`,
    `(?<!${insideWord})[${joiners}]+`,
    `[${joiners}]+(?!${insideWord})`,
    '(?<=[\\ufe00-\\ufe0f])[\\ufe00-\\ufe0f]+',
  ].join('|'),
  'gu',
);

const spaces = ' \\t\\u00a0\\u2007\\u2800';

/** Blanks that only keep the other text of an email out of its preview. */
const filler = new RegExp(`(?<![${spaces}])[${spaces}]*(?:[${blanks}${joiners}][${spaces}]*){2,}`, 'gu');

/** Removes characters that show nothing. Joiners inside words and emoji remain. */
const withoutInvisible = (text: string): string => text.replace(invisible, '$1');

/** Removes characters that show nothing, and the spaces between them. */
export const withoutFiller = (text: string): string =>
  withoutInvisible(text.replace(filler, (run) => (/\s/u.test(run) ? ' ' : '')));

const blankCharacter = new RegExp(`^[${blanks}${codes}${joiners}\\u00a0\\u2007\\u2800]$`, 'u');

/** Whether the character shows nothing, or is a space that fillers use. */
export const isInvisible = (character: string): boolean => blankCharacter.test(character);

/** Whether the text has characters that show nothing but can spell words. */
export const hasInvisibleWords = (text: string): boolean =>
  hiddenCodes.test(text.replace(usedCodesEverywhere, ''));

const usedCodesEverywhere = new RegExp(usedCodes, 'gu');
const hiddenCodes = new RegExp(`[${codes}]{2}|[\\ufe00-\\ufe0f]{3}`, 'u');

/**
 * Replaces each character that shows nothing or changes the direction of the text with U+FFFD, so that a reader sees
 * that a name or an address is not what it seems. Joiners inside words and emoji remain.
 */
export const replaceInvisible = (text: string): string =>
  text.replace(
    notShown,
    (character, used: string | undefined) => used ?? '\ufffd'.repeat([...character].length),
  );

const notShown = new RegExp(`${invisible.source}|(?![${joiners}])[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]`, 'gu');
