/**
 * Breaks a mail as transports, clients and attackers do. The same seed breaks it in the same way: a large run
 * counts seeds up.
 */
export function mutate(raw: Buffer, seed: number): Buffer {
  const random = numbersFrom(seed);
  const pick = <Item>(items: readonly [Item, ...Item[]]): Item => items[random(items.length)] ?? items[0];
  let mutated = raw;
  for (let times = 1 + random(4); times > 0; times -= 1) mutated = pick(mutations)(mutated, random);
  return mutated;
}

const someMax = 20;

/** Each attachment is read for itself: of thousands, some from the first to the last. */
export function someOf(count: number): number[] {
  const step = Math.max(1, (count - 1) / (someMax - 1));
  return Array.from({ length: Math.min(count, someMax) }, (_, place) => Math.floor(place * step));
}

/** A whole number below the limit. */
type Random = (limit: number) => number;
type Mutation = (raw: Buffer, random: Random) => Buffer;

/** The generator that is known as mulberry32. */
function numbersFrom(seed: number): Random {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, limit);
  };
}

const cut: Mutation = (raw, random) => raw.subarray(0, random(raw.length + 1));

const cutOut: Mutation = (raw, random) => {
  const start = random(raw.length);
  return Buffer.concat([raw.subarray(0, start), raw.subarray(start + random(200))]);
};

const repeat: Mutation = (raw, random) => {
  const start = random(raw.length);
  const piece = raw.subarray(start, start + random(300));
  return Buffer.concat([
    raw.subarray(0, start),
    ...Array.from({ length: 1 + random(20) }, () => piece),
    raw.subarray(start),
  ]);
};

const amplifiedBytesMax = 300_000;

/** What costs more than its size shows only in numbers. */
const amplify: Mutation = (raw, random) => {
  const start = random(raw.length);
  const piece = raw.subarray(start, start + 1 + random(120));
  const bytes = piece.length === 0 || raw.length > amplifiedBytesMax ? 0 : random(amplifiedBytesMax);
  return Buffer.concat([raw.subarray(0, start), Buffer.alloc(bytes, piece), raw.subarray(start)]);
};

const changeBytes: Mutation = (raw, random) => {
  const changed = Buffer.from(raw);
  for (let times = random(30); times > 0; times -= 1) changed[random(raw.length)] = random(256);
  return changed;
};

const insertHostile: Mutation = (raw, random) => {
  const start = random(raw.length);
  const text = hostile[random(hostile.length)] ?? '';
  return Buffer.concat([raw.subarray(0, start), Buffer.from(text, 'latin1'), raw.subarray(start)]);
};

const hostile = [
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
  const [one, other] = [random(lines.length), random(lines.length)];
  [lines[one], lines[other]] = [lines[other] ?? '', lines[one] ?? ''];
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
  const [pattern, others] = words[random(words.length)] ?? [/^$/, []];
  const text = raw.toString('latin1').replace(pattern, (all) => others[random(others.length)] ?? all);
  return Buffer.from(text, 'latin1');
};

const words: [RegExp, string[]][] = [
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

const nest: Mutation = (raw, random) => {
  const depth = 1 + random(150);
  const heads = Array.from(
    { length: depth },
    (_, level) => `Content-Type: multipart/mixed; boundary=n${level}\r\n\r\n--n${level}\r\n`,
  );
  return Buffer.concat([Buffer.from(heads.join('')), raw]);
};

const mutations: readonly [Mutation, ...Mutation[]] = [
  cut,
  cutOut,
  repeat,
  amplify,
  changeBytes,
  insertHostile,
  swapLines,
  changeLineEnds,
  changeWord,
  nest,
];
