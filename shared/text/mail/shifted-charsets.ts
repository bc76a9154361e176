import iconv from 'iconv-lite';

/** How a seven-bit charset switches between ASCII and another alphabet. */
interface Shifts {
  in: number[];
  out: number[];
  /** A sequence to skip. */
  ignored: number[];
  /** The equivalent eight-bit charset. */
  charset: string;
}

const bytesOf = (ascii: string): number[] => [...Buffer.from(ascii, 'latin1')];

/** HZ (RFC 1843): each Chinese character is a pair of ASCII characters between `~{` and `~}`. */
const hz: Shifts = { in: bytesOf('~{'), out: bytesOf('~}'), ignored: bytesOf('~\n'), charset: 'gbk' };

/** ISO-2022-KR (RFC 1557): each Korean character is a pair of ASCII characters between SO and SI. */
const iso2022Kr: Shifts = { in: [0x0e], out: [0x0f], ignored: bytesOf('\x1b$)C'), charset: 'euc-kr' };

export const decodeHz = (bytes: Buffer): string => decodeShifted(bytes, hz).replaceAll('~~', '~');

export const decodeIso2022Kr = (bytes: Buffer): string => decodeShifted(bytes, iso2022Kr);

/**
 * Decodes a shifted text. The bytes between the shifts are those of the eight-bit charset without their highest bit.
 */
function decodeShifted(bytes: Buffer, shifts: Shifts): string {
  const target = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  let highBit = 0;
  for (let position = 0; position < bytes.length;) {
    const shift = [shifts.in, shifts.out, shifts.ignored].find((sequence) =>
      matchesAt(bytes, position, sequence),
    );
    if (shift === shifts.in) highBit = 0x80;
    if (shift === shifts.out) highBit = 0;
    if (!shift) {
      const byte = bytes[position] ?? 0;
      target[length++] = byte > 0x20 ? byte | highBit : byte;
    }
    position += shift?.length ?? 1;
  }
  return iconv.decode(target.subarray(0, length), shifts.charset);
}

const matchesAt = (bytes: Buffer, position: number, shift: readonly number[]): boolean =>
  shift.every((byte, offset) => bytes[position + offset] === byte);
