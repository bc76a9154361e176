import { readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Receipt } from '../../shared/db/records/inbound';
import { parseInboundMail } from '../../shared/domain/conversations/inbound/parse-inbound-mail';
import { readAttachment } from '../../shared/text/mail/read-attachment';
import { parseMail } from '../../shared/text/mail/parse-mail';
import { normalizeCpuMs, measureCpuMs } from './cpu-time';
import { hugeMails } from './huge-mails';
import { mutateMail, sampleIndexes } from './mutate-mail';

/**
 * This is a separate program so that its memory can be limited and measured. The program parses messages as the worker
 * and the download endpoint do. It prints the name of each message to standard error before parsing the message, and
 * prints statistics at the end.
 *
 * @example read-mutants.ts 0 10000   ten thousand damaged messages, with consecutive seeds from 0
 * @example read-mutants.ts flowed    a message of 40 MB
 */
export interface ReadStats {
  mails: number;
  /** Failures, each with the name of its message. */
  failures: string[];
  slowest: { name: string; cpuMs: number };
  /** The peak memory of the process. */
  peakMb: number;
}

/** CPU time per 4 MB of a message. The cost must stay proportional to the size. */
const cpuMsMax = 1_000;
const bytesPerStep = 4_000_000;

const receipt: Receipt = {
  receiptId: 'receipt',
  mailFrom: 'kim@shop.test',
  recipients: ['desk@mail.acme.test'],
  receivedAt: '2026-11-02T10:00:00.000Z',
  objectKey: 'inbound/receipt',
  verdicts: { spam: 'PASS', virus: 'PASS', spf: 'PASS', dkim: 'PASS', dmarc: 'PASS' },
};

function main([first = '0', count = '']: string[]): void {
  const stats: ReadStats = { mails: 0, failures: [], slowest: { name: '', cpuMs: 0 }, peakMb: 0 };
  if (count === '') readOneMail(stats, first, hugeMails[first]?.() ?? Buffer.alloc(0));
  else readMutants(stats, Number(first), Number(count));
  stats.peakMb = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(JSON.stringify(stats));
}

function readMutants(stats: ReadStats, first: number, count: number): void {
  const mails = corpusFolders().flatMap(listMails);
  for (let seed = first; seed < first + count; seed += 1) {
    const { name, raw } = mails[seed % mails.length] ?? { name: 'none', raw: Buffer.alloc(0) };
    readOneMail(stats, `${seed} ${name}`, mutateMail(raw, seed));
  }
}

function corpusFolders(): string[] {
  const corpus = process.env['CORPUS'];
  if (!corpus) return [join(__dirname, '..', 'fixtures', 'eml')];
  return ['mime', 'auto', 'reply'].map((kind) => join(corpus, kind, 'cases'));
}

const listMails = (folder: string): { name: string; raw: Buffer }[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => ({ name, raw: readFileSync(join(folder, name)) }));

function readOneMail(stats: ReadStats, name: string, raw: Buffer): void {
  writeSync(2, `${name}\n`);
  stats.mails += 1;
  try {
    const cpuMsAllowed = cpuMsMax * Math.max(1, Math.ceil(raw.length / bytesPerStep));
    measureRead(stats, { name, cpuMsAllowed }, () => parseInboundMail(raw, receipt));
    for (const index of sampleIndexes(parseMail(raw).attachments.length))
      measureRead(stats, { name: `${name}, attachment ${index}`, cpuMsAllowed }, () =>
        readAttachment(raw, index),
      );
  } catch (error) {
    stats.failures.push(`${name}: ${error instanceof Error ? error.stack : String(error)}`);
  }
}

interface ReadLimit {
  name: string;
  cpuMsAllowed: number;
}

function measureRead(stats: ReadStats, { name, cpuMsAllowed }: ReadLimit, read: () => unknown): void {
  const cpuMs = Math.round(normalizeCpuMs(measureCpuMs(read), cpuMsAllowed));
  if (cpuMs > stats.slowest.cpuMs) stats.slowest = { name, cpuMs };
  if (cpuMs > cpuMsAllowed) stats.failures.push(`${name}: ${cpuMs} ms`);
}

main(process.argv.slice(2));
