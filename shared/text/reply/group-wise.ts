import { casedText, isAttribution, type Span } from './attribution';
import { hasDayAndTime } from './dates';
import type { Line } from './lines';

/**
 * Finds the line of GroupWise above the history, which it does not quote: `>>> Kim Li 5/10/2020 3:45 PM >>>`, or an
 * attribution after `>>>`, which may be wrapped.
 */
export function groupWiseLinesAt(lines: readonly Line[], start: number): Span | undefined {
  const first = lines[start];
  if (!first || !/^\s{0,3}>>>\s?[^\s>]/.test(first.text)) return undefined;
  const single = /^([^<>]*(?:<[^<>]+>)?[^<>]*)>>>:?$/.exec(first.plain)?.[1];
  if (single !== undefined) return hasDayAndTime(single) ? { start, end: start + 1 } : undefined;
  for (const end of [start + 1, start + 2, start + 3]) {
    const cased = casedText(lines.slice(start, end));
    if (isAttribution(cased.toLowerCase(), cased)) return { start, end };
  }
  return undefined;
}
