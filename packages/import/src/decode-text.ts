import { CsvError } from './csv-error';

/**
 * Decodes a file in chunks, with `\n` as the only line break. A byte order mark takes precedence over the encoding,
 * which is UTF-8 by default. NUL characters, which many databases refuse, become U+FFFD.
 */
export async function* decodeText(
  chunks: AsyncIterable<Uint8Array>,
  encoding = 'utf-8',
): AsyncGenerator<string> {
  let decoder: Decoder | undefined;
  let held = '';
  for await (const bytes of chunks) {
    decoder ??= createDecoder(encodingOfMark(bytes) ?? encoding);
    const text = held + decoder(bytes);
    // The line feed of a CR LF can be in the next chunk.
    held = text.endsWith('\r') ? '\r' : '';
    yield normalize(text.slice(0, text.length - held.length));
  }
  if (decoder) yield normalize(held + decoder());
}

const normalize = (text: string): string => text.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '\ufffd');

const byteOrderMarks: readonly [encoding: string, bytes: readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

const encodingOfMark = (bytes: Uint8Array): string | undefined =>
  byteOrderMarks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0];

/** Decodes the next chunk, or ends the text if there is no chunk. */
type Decoder = (bytes?: Uint8Array) => string;

function createDecoder(label: string): Decoder {
  if (windows1252Labels.has(label.trim().toLowerCase())) return decodeWindows1252;
  const decoder = createTextDecoder(label);
  return (bytes) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch (error) {
      throw new CsvError(
        `The file is not ${decoder.encoding.toUpperCase()}. Save the file as UTF-8, or choose its encoding, such as windows-1252`,
        { cause: error },
      );
    }
  };
}

function createTextDecoder(label: string) {
  try {
    return new TextDecoder(label, { fatal: true });
  } catch (error) {
    throw new CsvError(`The encoding "${label}" is not supported. Use a name such as windows-1252`, {
      cause: error,
    });
  }
}

/** The labels of the WHATWG Encoding Standard. Files that claim to be Latin-1 or ASCII are Windows-1252 in practice. */
const windows1252Labels = new Set(
  (
    'ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 ' +
    'iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252'
  ).split(' '),
);

/** The characters of the bytes 80 to 9F. All other bytes are the code points of their characters. */
const windows1252Middle = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Several supported versions of Node decode Windows-1252 as Latin-1, so `TextDecoder` is not used. */
const decodeWindows1252: Decoder = (bytes = new Uint8Array()) =>
  Array.from(bytes, (byte) => windows1252Middle[byte - 0x80] ?? String.fromCharCode(byte)).join('');
