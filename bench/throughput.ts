import { Service } from '../test/support/service';
import { readCpu, type Cpu } from './cpu';
import { createBulkSender, sendMany, type Sender } from './load';
import { percentile, type Table } from './table';

const mails = 500;
const concurrencies = [1, 8, 32];

/** Measures sends through the whole local stack, and the CPU time of each part. */
export async function measureThroughput(): Promise<Table[]> {
  const service = await Service.start();
  try {
    const sender = await createBulkSender(service);
    await sendMany(service, sender, { mails: 100, concurrency: 32 });
    await service.settle();
    const rows = [];
    for (const concurrency of concurrencies) rows.push(await run(service, sender, concurrency));
    return [
      {
        id: 'throughput',
        title: `${mails} sends with idempotency keys, by concurrency`,
        head: [
          'concurrency',
          'emails/s',
          'p50',
          'p95',
          'CPU per email: runtime',
          'functions',
          'engine',
          'client',
          'cores used',
        ],
        rows,
      },
    ];
  } finally {
    await service.stop();
  }
}

async function run(service: Service, sender: Sender, concurrency: number): Promise<(string | number)[]> {
  const before = readCpu();
  const startedAt = performance.now();
  const times = await sendMany(service, sender, { mails, concurrency });
  const sendSeconds = (performance.now() - startedAt) / 1000;
  await service.settle();
  const seconds = (performance.now() - startedAt) / 1000;
  const cpu = cpuPerMail(before, readCpu(), seconds);
  const ms = (fraction: number): string => `${percentile(times, fraction).toFixed(0)} ms`;
  return [concurrency, (mails / sendSeconds).toFixed(0), ms(0.5), ms(0.95), ...cpu];
}

/** The CPU time per email, including events, in ms. Other load on the machine does not affect CPU time. */
function cpuPerMail(before: Cpu | undefined, after: Cpu | undefined, seconds: number): string[] {
  if (!before || !after) return ['-', '-', '-', '-', '-'];
  const used = (['main', 'workers', 'engine', 'client'] as const).map((part) => after[part] - before[part]);
  const cores = used.reduce((sum, part) => sum + part, 0) / seconds;
  return [...used.map((part) => `${((part / mails) * 1000).toFixed(1)} ms`), cores.toFixed(2)];
}
