/**
 * Damages a message as mail servers, clients and attackers do. The same seed always produces the same damage. A large
 * run uses consecutive seeds.
 */
export function mutateMail(raw: Buffer, seed: number): Buffer {
  const random = seededRandom(seed);
  const pick = <Item>(items: readonly [Item, ...Item[]]): Item => items[random(items.length)] ?? items[0];
  let mutated = raw;
  for (let remaining = 1 + random(4); remaining > 0; remaining -= 1)
    mutated = pick(mutations)(mutated, random);
  return mutated;
}

const sampleSizeMax = 20;

/**
 * Returns a sample of attachment indexes from the first to the last, because parsing thousands of attachments takes
 * too long.
 */
export function sampleIndexes(count: number): number[] {
  const step = Math.max(1, (count - 1) / (sampleSizeMax - 1));
  return Array.from({ length: Math.min(count, sampleSizeMax) }, (_, position) => Math.floor(position * step));
}

/** Returns an integer below the limit. */
type RandomBelow = (limit: number) => number;
type Mutation = (raw: Buffer, random: RandomBelow) => Buffer;

/** The mulberry32 generator. */
function seededRandom(seed: number): RandomBelow {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixedBits = Math.imul(state ^ (state >>> 15), state | 1);
    mixedBits ^= mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), mixedBits | 61);
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) % Math.max(1, limit);
  };
}

const truncate: Mutation = (raw, random) => raw.subarray(0, random(raw.length + 1));

const removeRange: Mutation = (raw, random) => {
  const start = random(raw.length);
  return Buffer.concat([raw.subarray(0, start), raw.subarray(start + random(200))]);
};

const repeatRange: Mutation = (raw, random) => {
  const start = random(raw.length);
  const range = raw.subarray(start, start + random(300));
  return Buffer.concat([
    raw.subarray(0, start),
    ...Array.from({ length: 1 + random(20) }, () => range),
    raw.subarray(start),
  ]);
};

const amplifiedBytesMax = 300_000;

/** Repeats a part of the message many times, which reveals work that takes more than linear time. */
const amplify: Mutation = (raw, random) => {
  const start = random(raw.length);
  const range = raw.subarray(start, start + 1 + random(120));
  const bytes = range.length === 0 || raw.length > amplifiedBytesMax ? 0 : random(amplifiedBytesMax);
  return Buffer.concat([raw.subarray(0, start), Buffer.alloc(bytes, range), raw.subarray(start)]);
};

const changeBytes: Mutation = (raw, random) => {
  const changed = Buffer.from(raw);
  for (let remaining = random(30); remaining > 0; remaining -= 1) changed[random(raw.length)] = random(256);
  return changed;
};

const insertHostile: Mutation = (raw, random) => {
  const start = random(raw.length);
  const text = hostileSnippets[random(hostileSnippets.length)] ?? '';
  return Buffer.concat([raw.subarray(0, start), Buffer.from(text, 'latin1'), raw.subarray(start)]);
};

const hostileSnippets = [
  '\r\n\r\n',
  '\r',
  '\0',
  '"',
  '<',
  '(((((',
  '=?utf-8?q?',
  '=?iso-2022-jp?b?GyRC?=',
  '?=',
  "*0*=utf-8''%",
  '\xff\xfe',
  '\r\n--\r\n',
  '=\r\n',
  '; boundary=',
  '\x1b$B',
  '+AGE',
];

const swapLines: Mutation = (raw, random) => {
  const lines = raw.toString('latin1').split('\n');
  const [first, second] = [random(lines.length), random(lines.length)];
  [lines[first], lines[second]] = [lines[second] ?? '', lines[first] ?? ''];
  return Buffer.from(lines.join('\n'), 'latin1');
};

const changeLineEnds: Mutation = (raw, random) =>
  Buffer.from(
    raw
      .toString('latin1')
      .replace(/\r?\n/g, () => (random(3) === 0 ? (['\n', '\r', '\r\r\n'][random(3)] ?? '') : '\r\n')),
    'latin1',
  );

const changeWord: Mutation = (raw, random) => {
  const [pattern, replacements] = wordReplacements[random(wordReplacements.length)] ?? [/^$/, []];
  const text = raw
    .toString('latin1')
    .replace(pattern, (match) => replacements[random(replacements.length)] ?? match);
  return Buffer.from(text, 'latin1');
};

const wordReplacements: [RegExp, string[]][] = [
  [/boundary="?[^"\r\n;]*/gi, ['boundary="', 'boundary=x', 'boundary="a b ', "boundary*=utf-8''x", 'bound=']],
  [
    /charset="?[\w-]*/gi,
    ['charset=utf-7', 'charset="gbk', 'charset=hz', 'charset=iso-2022-kr', 'charset=constructor', 'charset='],
  ],
  [/(quoted-printable|base64|[78]bit)/gi, ['base64', 'quoted-printable', 'x-uuencode', 'none', '']],
  [
    /(text|image|application)\/[\w-]+/gi,
    ['multipart/mixed', 'multipart/digest', 'message/rfc822', 'text/html', 'text', '/'],
  ],
  [/filename/gi, ['filename*', 'filename*0', 'filename*1*', 'name', '']],
];

const nestInMultiparts: Mutation = (raw, random) => {
  const depth = 1 + random(150);
  const partHeaders = Array.from(
    { length: depth },
    (_, level) => `Content-Type: multipart/mixed; boundary=n${level}\r\n\r\n--n${level}\r\n`,
  );
  return Buffer.concat([Buffer.from(partHeaders.join('')), raw]);
};

const mutations: readonly [Mutation, ...Mutation[]] = [
  truncate,
  removeRange,
  repeatRange,
  amplify,
  changeBytes,
  insertHostile,
  swapLines,
  changeLineEnds,
  changeWord,
  nestInMultiparts,
];
