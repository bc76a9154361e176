import iconv from 'iconv-lite';

/** How a charset of seven bits changes between ASCII and another alphabet. */
interface Shifts {
  in: number[];
  out: number[];
  /** Stands where nothing is to be read. */
  ignored: number[];
  /** The same charset in eight bits. */
  charset: string;
}

const bytesOf = (ascii: string): number[] => [...Buffer.from(ascii, 'latin1')];

/** HZ (RFC 1843): Chinese as pairs of ASCII letters between `~{` and `~}`. */
const hz: Shifts = { in: bytesOf('~{'), out: bytesOf('~}'), ignored: bytesOf('~\n'), charset: 'gbk' };

/** ISO-2022-KR (RFC 1557): Korean as pairs of ASCII letters between SO and SI. */
const iso2022Kr: Shifts = { in: [0x0e], out: [0x0f], ignored: bytesOf('\x1b$)C'), charset: 'euc-kr' };

export const decodeHz = (bytes: Buffer): string => unshifted(bytes, hz).replaceAll('~~', '~');

export const decodeIso2022Kr = (bytes: Buffer): string => unshifted(bytes, iso2022Kr);

/** The bytes between the shifts are those of the charset in eight bits, without the highest bit. */
function unshifted(bytes: Buffer, shifts: Shifts): string {
  const target = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  let highBit = 0;
  for (let at = 0; at < bytes.length;) {
    const mark = [shifts.in, shifts.out, shifts.ignored].find((one) => standsAt(bytes, at, one));
    if (mark === shifts.in) highBit = 0x80;
    if (mark === shifts.out) highBit = 0;
    if (!mark) {
      const byte = bytes[at] ?? 0;
      target[length++] = byte > 0x20 ? byte | highBit : byte;
    }
    at += mark?.length ?? 1;
  }
  return iconv.decode(target.subarray(0, length), shifts.charset);
}

const standsAt = (bytes: Buffer, at: number, mark: readonly number[]): boolean =>
  mark.every((byte, offset) => bytes[at + offset] === byte);
