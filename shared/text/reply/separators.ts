import type { Line } from './lines';
import {
  forwardedBeginnings,
  forwardedMessageWords,
  originalMessageWords,
  replyAboveWords,
} from './words/separators';

const originalSeparators: ReadonlySet<string> = new Set([...originalMessageWords, ...replyAboveWords]);
const forwardSeparators: ReadonlySet<string> = new Set(forwardedMessageWords);
const forwardIntros: ReadonlySet<string> = new Set(forwardedBeginnings);

/** Matches `-----Original Message-----`, and `---- Kim wrote ----` without a date. */
export function isOriginalSeparator({ plain }: Line): boolean {
  const words = betweenDashes(plain);
  return (
    words !== undefined &&
    (originalSeparators.has(words) || / (?:wrote|schrieb|escribió|a écrit|написал(?:\(а\))?)$/.test(words))
  );
}

/** Matches `---------- Forwarded message ---------` and `Begin forwarded message:`. */
export function isForwardSeparator({ plain }: Line): boolean {
  const words = betweenDashes(plain);
  if (words !== undefined) return forwardSeparators.has(words) || /^forwarded by /.test(words);
  return plain.length < 60 && forwardIntros.has(plain.replace(/\s?[:：]$/, ''));
}

/** Returns the words after at least two dashes, without the dashes that may follow. */
function betweenDashes(plain: string): string | undefined {
  if (plain.length > 120 || !/^[-_=‐-―~+>#] ?[-_=‐-―~+>#]/.test(plain)) return undefined;
  const words = plain.replace(/^[\s\-_=‐-―~+>#]+/, '').replace(/[\s\-_=‐-―~+<#:：]+$/, '');
  return words === '' ? undefined : words;
}
