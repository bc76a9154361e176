import { AwsError } from '../stand-in';

/** `start` and `end` are inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Parses one range (RFC 9110). Returns undefined if the response must contain the whole object. */
export function parseByteRange(header: string | undefined, size: number): ByteRange | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (!match[1] && !match[2])) return undefined;

  const range = match[1]
    ? { start: Number(match[1]), end: match[2] ? Math.min(Number(match[2]), size - 1) : size - 1 }
    : { start: Math.max(0, size - Number(match[2])), end: size - 1 };
  if (range.start > range.end)
    throw new AwsError('InvalidRange', 'The requested range is not satisfiable', 416);
  return range;
}
