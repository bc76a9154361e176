import iconv from 'iconv-lite';

/** HZ (RFC 1843): Chinese as pairs of ASCII letters between `~{` and `~}`. */
export function decodeHz(bytes: Buffer): string {
  const [first = '', ...shifted] = bytes.toString('latin1').replaceAll('~\n', '').split('~{');
  const rest = shifted.map((piece) => {
    const [chinese = '', ascii = ''] = splitOnce(piece, '~}');
    return withHighBits(chinese, 'gbk') + ascii;
  });
  return [first, ...rest].join('').replaceAll('~~', '~');
}

/** ISO-2022-KR (RFC 1557): Korean as pairs of ASCII letters between SO and SI. */
export function decodeIso2022Kr(bytes: Buffer): string {
  const [first = '', ...shifted] = bytes.toString('latin1').replaceAll('\x1b$)C', '').split('\x0e');
  const rest = shifted.map((piece) => {
    const [korean = '', ascii = ''] = splitOnce(piece, '\x0f');
    return withHighBits(korean, 'euc-kr') + ascii;
  });
  return [first, ...rest].join('');
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}

function withHighBits(ascii: string, charset: string): string {
  const bytes = Buffer.from(ascii, 'latin1');
  for (const [at, byte] of bytes.entries()) if (byte > 0x20) bytes[at] = byte | 0x80;
  return iconv.decode(bytes, charset);
}
